// RUN: not pdll-opt verify %s | FileCheck %s

// Patterns in MLIR's own dialect are verified, too.

// CHECK: hand-written.mlir:[[#@LINE+1]]:1: Commutes: proven for i1 to i64 and index
pdl.pattern @Commutes : benefit(1) {
  %t = type
  %x = operand : %t
  %y = operand : %t
  %root = operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %new = operation "arith.muli"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %new
  }
}

// CHECK: Minus: wrong for i2
// CHECK: before: {{.*}}, after:
// CHECK-NOT: not run
pdl.pattern @Minus : benefit(1) {
  %t = type
  %x = operand : %t
  %y = operand : %t
  %root = operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %new = operation "arith.subi"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %new
  }
}
