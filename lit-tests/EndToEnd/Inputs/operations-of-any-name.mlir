func.func private @count(index)

// CHECK-LABEL: func.func @work(
// CHECK-SAME:   %[[M:.*]]: memref<16xi32>, %[[I:.*]]: index, %[[X:.*]]: i32, %[[FLAG:.*]]: i1) -> i32
// CHECK-NEXT:   call @count(%[[I]]) : (index) -> ()
// CHECK-NEXT:   memref.store %[[X]], %[[M]][%[[I]]] : memref<16xi32>
// CHECK-NEXT:   return %[[X]] : i32
func.func @work(%m: memref<16xi32>, %i: index, %x: i32, %flag: i1) -> i32 {
  call @count(%i) {instrumentation} : (index) -> ()
  call @count(%i) : (index) -> ()
  memref.store %x, %m[%i] {instrumentation} : memref<16xi32>
  memref.store %x, %m[%i] : memref<16xi32>
  scf.if %flag {
    func.call @count(%i) : (index) -> ()
  } {instrumentation}
  return %x : i32
}

// CHECK-LABEL: func.func @pass_through(
// CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: f32) -> (i32, f32, i64, i32)
// CHECK-NEXT:   %[[V0:.*]] = arith.extui %[[X]] {forward} : i32 to i64
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[X]], %[[X]] {forward} : i32
// CHECK-NEXT:   return %[[X]], %[[Y]], %[[V0]], %[[V1]] : i32, f32, i64, i32
func.func @pass_through(%x: i32, %y: f32) -> (i32, f32, i64, i32) {
  %0 = math.absi %x {forward} : i32
  %1 = math.exp %y {forward} : f32
  %2 = arith.extui %0 {forward} : i32 to i64
  %3 = arith.addi %0, %x {forward} : i32
  return %0, %1, %2, %3 : i32, f32, i64, i32
}
