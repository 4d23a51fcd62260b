// CHECK-LABEL: func.func @hash(
// CHECK-SAME:   %[[TABLE:.*]]: memref<1024xi32>, %[[KEYS:.*]]: memref<?xi32>, %[[N:.*]]: index, %[[SIZE:.*]]: i32) -> i32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[KEYS]][%[[C0]]] : memref<?xi32>
// CHECK-NEXT:   %[[V1:.*]] = scf.for %[[ARG4:.*]] = %[[C1]] to %[[N]] step %[[C1]] iter_args(%[[ARG5:.*]] = %[[V0]]) -> (i32) {
// CHECK-NEXT:     %[[V2:.*]] = memref.load %[[KEYS]][%[[ARG4]]] : memref<?xi32>
// CHECK-NEXT:     %[[V3:.*]] = arith.divui %[[V2]], %[[SIZE]] : i32
// CHECK-NEXT:     %[[V4:.*]] = arith.muli %[[V3]], %[[SIZE]] : i32
// CHECK-NEXT:     %[[V5:.*]] = arith.subi %[[V2]], %[[V4]] : i32
// CHECK-NEXT:     %[[V6:.*]] = arith.index_cast %[[V5]] : i32 to index
// CHECK-NEXT:     %[[V7:.*]] = memref.load %[[TABLE]][%[[V6]]] : memref<1024xi32>
// CHECK-NEXT:     %[[V8:.*]] = arith.divsi %[[V7]], %[[SIZE]] : i32
// CHECK-NEXT:     %[[V9:.*]] = arith.remsi %[[V7]], %[[SIZE]] : i32
// CHECK-NEXT:     %[[V10:.*]] = arith.addi %[[ARG5]], %[[V8]] : i32
// CHECK-NEXT:     %[[V11:.*]] = arith.addi %[[V10]], %[[V9]] : i32
// CHECK-NEXT:     scf.yield %[[V11]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V1]] : i32
func.func @hash(%table: memref<1024xi32>, %keys: memref<?xi32>, %n: index,
                %size: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = memref.load %keys[%c0] : memref<?xi32>
  %sum = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %start) -> i32 {
    memref.prefetch %keys[%i], read, locality<3>, data : memref<?xi32>
    %key = memref.load %keys[%i] : memref<?xi32>
    %slot = arith.remui %key, %size : i32
    %index = arith.index_cast %slot : i32 to index
    memref.prefetch %table[%index], read, locality<3>, data : memref<1024xi32>
    %value = memref.load %table[%index] : memref<1024xi32>
    %share = arith.floordivsi %value, %size : i32
    %rest = arith.remsi %value, %size : i32
    %0 = arith.addi %acc, %share : i32
    %1 = arith.addi %0, %rest : i32
    scf.yield %1 : i32
  }
  return %sum : i32
}
