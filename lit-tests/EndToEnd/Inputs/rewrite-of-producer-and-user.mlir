// CHECK-LABEL: func.func @sum(
// CHECK-SAME:   %[[VALUES:.*]]: memref<?xf32>, %[[N:.*]]: index) -> f32
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[ALLOCA:.*]] = memref.alloca(%[[N]]) : memref<?xf32>
// CHECK-NEXT:   memref.copy %[[VALUES]], %[[ALLOCA]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:   %[[V0:.*]] = scf.for %[[ARG2:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = memref.load %[[ALLOCA]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]] = arith.addf %[[ARG3]], %[[V1]] : f32
// CHECK-NEXT:     scf.yield %[[V2]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @sum(%values: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %copy = memref.alloc(%n) {onStack} : memref<?xf32>
  memref.copy %values, %copy : memref<?xf32> to memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %copy[%i] : memref<?xf32>
    %next = arith.addf %acc, %x : f32
    scf.yield %next : f32
  }
  memref.dealloc %copy : memref<?xf32>
  return %sum : f32
}

// Nobody frees the first one, and nobody marked the second one.
// CHECK-LABEL: func.func @escapes(
// CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: f32) -> memref<?xf32>
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc(%[[N]]) {onStack} : memref<?xf32>
// CHECK-NEXT:   %[[ALLOC_2:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT:   memref.store %[[X]], %[[ALLOC_2]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:   memref.copy %[[ALLOC_2]], %[[ALLOC]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:   memref.dealloc %[[ALLOC_2]] : memref<?xf32>
// CHECK-NEXT:   return %[[ALLOC]] : memref<?xf32>
func.func @escapes(%n: index, %x: f32) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %kept = memref.alloc(%n) {onStack} : memref<?xf32>
  %freed = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %freed[%c0] : memref<?xf32>
  memref.copy %freed, %kept : memref<?xf32> to memref<?xf32>
  memref.dealloc %freed : memref<?xf32>
  return %kept : memref<?xf32>
}
