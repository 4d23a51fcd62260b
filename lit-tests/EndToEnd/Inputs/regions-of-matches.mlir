// CHECK-LABEL: @same(
//  CHECK-SAME: %{{.*}}: i1, %[[X:.*]]: i32
//  CHECK-NEXT: return %[[X]]
func.func @same(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// CHECK-LABEL: @different(
//       CHECK: scf.if
func.func @different(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: @repeated(
//       CHECK: "test.repeated"
func.func @repeated(%a: index, %b: index, %s: index, %x: i32, %y: i32) -> i32 {
  %r = scf.for %i = %a to %b step %s iter_args(%sum = %x) -> (i32) {
    %n = arith.addi %sum, %y : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// One more operation in the body.
// CHECK-LABEL: @more(
//       CHECK: scf.for
func.func @more(%a: index, %b: index, %s: index, %x: i32, %y: i32) -> i32 {
  %r = scf.for %i = %a to %b step %s iter_args(%sum = %x) -> (i32) {
    %n = arith.addi %sum, %y : i32
    "test.effect"() : () -> ()
    scf.yield %n : i32
  }
  return %r : i32
}

// CHECK-LABEL: @store(
//       CHECK: "test.effect"
//   CHECK-NOT: memref.store
//       CHECK: return
func.func @store(%c: i1, %m: memref<4xi32>, %i: index, %x: i32) {
  scf.if %c {
    "test.effect"() : () -> ()
    memref.store %x, %m[%i] {dead} : memref<4xi32>
  }
  return
}
