// CHECK-LABEL: func @tensors(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x16xf32>, %[[C:.*]]: tensor<4x16xf32>, %[[D:.*]]: tensor<4x8xf32>
func.func @tensors(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>,
                   %d: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x16xf32>) {
  // CHECK-NEXT: linalg.square ins(%[[A]] : tensor<4x8xf32>) outs(%[[D]] : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.mul ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%d : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: linalg.contract
  // CHECK-SAME: ins(%[[A]], %[[B]] : tensor<4x8xf32>, tensor<8x16xf32>) outs(%[[C]] : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x16xf32>
}

// CHECK-LABEL: func @memrefs(
func.func @memrefs(%a: memref<4xf32>, %d: memref<4xf32>) {
  // CHECK-NEXT: linalg.square ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
  linalg.mul ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%d : memref<4xf32>)
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func @scalars(
func.func @scalars(%a: tensor<4xf32>, %i: tensor<4xi32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[FILLED:.*]] = linalg.fill ins(%arg2 : f32) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
  %0 = "my.fill"(%v, %a) : (f32, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[FILLED]] : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
  %1 = "my.map"(%0, %a) {kind = #linalg.elementwise_kind<exp>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%arg1 : tensor<4xi32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = "my.cast"(%i, %a) {cast = #linalg.type_fn<cast_unsigned>} : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @branches(
func.func @branches(%c: i1) {
  // Only the greedy driver erases a branch that does nothing.
  // CHECK: smt.solver() : () -> () {
  // CHECK-NEXT: }
  "my.test"(%c) : (i1) -> ()
  // CHECK-NEXT: return
  return
}
