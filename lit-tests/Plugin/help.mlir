// The pass and each of its options are in the help of mlir-opt.
//
// RUN: %apply --help | FileCheck %s
//
// CHECK: --apply-pdll {{.*}}- Apply the patterns of PDLL or PDL files
// CHECK: --cse-constants
// CHECK: --driver=<value>
// CHECK: =greedy
// CHECK: =walk
// CHECK: --fold
// CHECK: --include-dirs=<string>
// CHECK: --max-iterations=<long>
// CHECK: --max-num-rewrites=<long>
// CHECK: --ods-cache
// CHECK: --patterns=<string>
// CHECK: --region-simplify=<value>
// CHECK: =disabled
// CHECK: =normal
// CHECK: =aggressive
// CHECK: --strictness=<value>
// CHECK: =any
// CHECK: =existing-and-new
// CHECK: =existing
// CHECK: --test-convergence
// CHECK: --top-down
