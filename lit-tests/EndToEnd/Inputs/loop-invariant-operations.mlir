// CHECK-LABEL: func.func @one
func.func @one(%n: index, %x: f32) {
  // CHECK: %[[A:.*]] = arith.mulf
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: "t.use"(%[[A]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.mulf %x, %x : f32
    "t.use"(%0, %i) : (f32, index) -> ()
  }
  return
}

// One after the other.
// CHECK-LABEL: func.func @chain
func.func @chain(%n: index, %x: f32, %y: f32) {
  // CHECK: %[[A:.*]] = arith.mulf
  // CHECK-NEXT: %[[B:.*]] = math.exp %[[A]]
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: "t.use"(%[[B]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.mulf %x, %y : f32
    %1 = math.exp %0 : f32
    "t.use"(%1, %i) : (f32, index) -> ()
  }
  return
}

// Out of two loops, or out of the inner one only.
// CHECK-LABEL: func.func @nested
func.func @nested(%n: index, %x: f32, %y: index) {
  // CHECK: %[[A:.*]] = math.exp
  // CHECK-NEXT: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[B:.*]] = arith.addi %[[I]]
  // CHECK-NEXT: scf.for %[[J:.*]] =
  // CHECK-NEXT: %[[C:.*]] = arith.addi %[[J]]
  // CHECK-NEXT: "t.use"(%[[A]], %[[B]], %[[C]])
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = math.exp %x : f32
      %1 = arith.addi %i, %y : index
      %2 = arith.addi %j, %y : index
      "t.use"(%0, %1, %2) : (f32, index, index) -> ()
    }
  }
  return
}

// What depends on the loop, reads memory, may be undefined or may do anything stays.
// CHECK-LABEL: func.func @stay
func.func @stay(%n: index, %x: f32, %y: i32, %z: i32, %m: memref<f32>) {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[A:.*]] = arith.addi %[[I]]
  // CHECK-NEXT: %[[B:.*]] = memref.load
  // CHECK-NEXT: %[[C:.*]] = arith.divsi
  // CHECK-NEXT: "t.use"(%[[A]], %[[B]], %[[C]])
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.addi %i, %n : index
    %1 = memref.load %m[] : memref<f32>
    %2 = arith.divsi %y, %z : i32
    "t.use"(%0, %1, %2) : (index, f32, i32) -> ()
  }
  return
}
