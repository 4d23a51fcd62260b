// Unknown options and values are refused before anything runs.
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll drvier=walk})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=func.func
// UNKNOWN: no such option drvier
// UNKNOWN: failed to add `apply-pdll` with options `patterns=x.pdll drvier=walk`
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll driver=sprint})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=DRIVER --implicit-check-not=func.func
// DRIVER: for the --driver option: Cannot find option named 'sprint'!
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll max-iterations=many})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=NUMBER --implicit-check-not=func.func
// NUMBER: for the --max-iterations option: 'many' value invalid
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll top-down=perhaps})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=BOOL --implicit-check-not=func.func
// BOOL: for the --top-down option: 'perhaps' is invalid value for boolean argument
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll region-simplify=much})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=LEVEL --implicit-check-not=func.func
// LEVEL: for the --region-simplify option: Cannot find option named 'much'!
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{patterns=x.pdll strictness=all})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=STRICT --implicit-check-not=func.func
// STRICT: for the --strictness option: Cannot find option named 'all'!

module {}
