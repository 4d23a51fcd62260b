// CHECK-LABEL: func.func @fill_with_outer_value
func.func @fill_with_outer_value(%init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.fill ins(%cst
  // CHECK-NEXT: return
  %c = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      outs(%init : tensor<4x8xf32>) {
  ^bb0(%a: f32):
    linalg.yield %c : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sub_swapped
func.func @sub_swapped(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.sub ins(%arg1, %arg0
  // CHECK-NEXT: return
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.subf %b, %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @matmul_of_integers
func.func @matmul_of_integers(%x: memref<4x?xi32>, %y: memref<?x2xi32>, %init: memref<4x2xi32>) {
  // CHECK: linalg.matmul ins(%arg0, %arg1
  // CHECK-NEXT: return
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<4x?xi32>, memref<?x2xi32>) outs(%init : memref<4x2xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %1 = arith.muli %a, %b : i32
    %2 = arith.addi %1, %c : i32
    linalg.yield %2 : i32
  }
  return
}
