// Without pattern files, the pass says how to give some, and nothing runs.
//
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll)' 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=module
// RUN: not %apply %s --pass-pipeline='builtin.module(apply-pdll{driver=walk})' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=module
//
// CHECK: error: `apply-pdll` needs pattern files; write `apply-pdll{patterns=a.pdll,b.pdll}`

func.func @f() {
  return
}
