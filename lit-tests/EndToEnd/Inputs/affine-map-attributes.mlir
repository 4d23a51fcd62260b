// CHECK-DAG: #[[ZERO:.*]] = affine_map<(d0) -> (0)>
// CHECK-DAG: #[[BY_FOUR:.*]] = affine_map<(d0) -> (d0 * 4)>
// CHECK-DAG: #[[BY_SIXTEEN:.*]] = affine_map<(d0) -> (d0 * 16)>
// CHECK-DAG: #[[BY_EIGHT:.*]] = affine_map<(d0) -> (d0 * 8)>

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[I:.*]]: index) -> vector<8xf32>
// CHECK-NEXT:   %[[V0:.*]] = vector.load %[[M]][%[[I]]] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @rows(%m: memref<?xf32>, %i: index) -> vector<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero {in_bounds = [true]}
    : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @at_the_edge(
// CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[I:.*]]: index) -> vector<8xf32>
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V0:.*]] = vector.transfer_read %[[M]][%[[I]]], %[[CST]] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @at_the_edge(%m: memref<?xf32>, %i: index) -> vector<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[MASK:.*]]: vector<8xi1>) -> vector<8xf32>
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V0:.*]] = vector.transfer_read %[[M]][%[[I]]], %[[CST]], %[[MASK]] {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @masked(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>)
    -> vector<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero, %mask {in_bounds = [true]}
    : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[I:.*]]: index) -> vector<8xf32>
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V0:.*]] = vector.transfer_read %[[M]][%[[I]]], %[[CST]] {in_bounds = [true], permutation_map = #[[ZERO]]} : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:   return %[[V0]] : vector<8xf32>
func.func @broadcast(%m: memref<?xf32>, %i: index) -> vector<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %zero
    {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>}
    : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @offsets(
// CHECK-SAME:   %[[I:.*]]: index) -> (index, index)
// CHECK-NEXT:   %[[V0:.*]] = affine.apply #[[BY_FOUR]](%[[I]])
// CHECK-NEXT:   %[[V1:.*]] = affine.apply #[[BY_SIXTEEN]](%[[I]])
// CHECK-NEXT:   %[[V2:.*]] = affine.apply #[[BY_EIGHT]](%[[V0]])
// CHECK-NEXT:   return %[[V1]], %[[V2]] : index, index
func.func @offsets(%i: index) -> (index, index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 * 4)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 * 8)>(%0)
  return %1, %2 : index, index
}
