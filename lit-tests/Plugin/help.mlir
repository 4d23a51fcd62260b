// The pass and each of its options are in the help of mlir-opt.
//
// RUN: %apply --help | FileCheck %s
//
// CHECK: --apply-pdll {{.*}}- Apply the patterns of PDLL or PDL files
// CHECK: --convert-signatures
// CHECK: --cse-constants
// CHECK: --disable-patterns=<string>
// CHECK: --driver=<value> {{.*}}- How to apply the patterns
// CHECK: =greedy {{.*}}- Until no pattern matches, with folding
// CHECK: =walk
// CHECK: =conversion
// CHECK: --dynamic-dialects=<string>
// CHECK: --dynamic-ops=<string>
// CHECK: --enable-patterns=<string>
// CHECK: --explain=<string>
// CHECK: --fold
// CHECK: --illegal-dialects=<string>
// CHECK: --illegal-ops=<string>
// CHECK: --include-dirs=<string>
// CHECK: --legal-dialects=<string>
// CHECK: --legal-ops=<string>
// CHECK: --max-growth=<long> {{.*}}- Maximum number of megabytes
// CHECK: --max-iterations=<long> {{.*}}- Maximum number of rounds; -1 for no limit
// CHECK: --max-num-rewrites=<long>
// CHECK: --max-searched-users=<long>
// CHECK: --mode=<value>
// CHECK: =partial
// CHECK: =full
// CHECK: =analysis
// CHECK: --native-code=<value>
// CHECK: =off
// CHECK: =compile
// CHECK: --natives=<string>
// CHECK: --ods-cache
// CHECK: --patterns=<string>
// CHECK: --region-simplify=<value>
// CHECK: =disabled
// CHECK: =normal
// CHECK: =aggressive
// CHECK: --report=<string>
// CHECK: --statistics
// CHECK: --strictness=<value>
// CHECK: =any
// CHECK: =existing-and-new
// CHECK: =existing
// CHECK: --test-convergence
// CHECK: --top-down
// CHECK: --trace=<string>
// CHECK: --trace-texts
// CHECK: --type-conversion=<string>
// CHECK: --warn-never-fired=<value>
// CHECK: =none
// CHECK: =suspicious
// CHECK: =all
