// CHECK-LABEL: func.func @pieces(
// CHECK-SAME:   %[[A:.*]]: tensor<1x4xf32>, %[[B:.*]]: tensor<2x4xf32>, %[[C:.*]]: tensor<3x4xf32>, %[[D:.*]]: tensor<4x4xf32>) -> tensor<10x4xf32>
// CHECK-NEXT:   %[[CONCAT:.*]] = tensor.concat dim(0) %[[A]], %[[B]], %[[C]] : (tensor<1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:   %[[CONCAT_2:.*]] = tensor.concat dim(0) %[[CONCAT]], %[[D]] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<10x4xf32>
// CHECK-NEXT:   return %[[CONCAT_2]] : tensor<10x4xf32>
func.func @pieces(%a: tensor<1x4xf32>, %b: tensor<2x4xf32>,
                  %c: tensor<3x4xf32>, %d: tensor<4x4xf32>)
    -> tensor<10x4xf32> {
  %0 = tensor.concat dim(0) %a, %b
    : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %1 = tensor.concat dim(0) %0, %c
    : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  %2 = tensor.concat dim(0) %1, %d
    : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<10x4xf32>
  return %2 : tensor<10x4xf32>
}

// CHECK-LABEL: func.func @many(
// CHECK-SAME:   %[[A:.*]]: tensor<1x4xf32>, %[[B:.*]]: tensor<2x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   %[[CONCAT:.*]] = tensor.concat dim(0) %[[A]], %[[B]], %[[B]], %[[A]], %[[B]] : (tensor<1x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   return %[[CONCAT]] : tensor<8x4xf32>
func.func @many(%a: tensor<1x4xf32>, %b: tensor<2x4xf32>) -> tensor<8x4xf32> {
  %0 = tensor.concat dim(0) %a, %b
    : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %1 = tensor.concat dim(0) %0, %b, %a, %b
    : (tensor<3x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>)
    -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @crossed(
// CHECK-SAME:   %[[A:.*]]: tensor<1x4xf32>, %[[B:.*]]: tensor<2x4xf32>, %[[C:.*]]: tensor<3x6xf32>) -> tensor<3x10xf32>
// CHECK-NEXT:   %[[CONCAT:.*]] = tensor.concat dim(0) %[[A]], %[[B]] : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:   %[[CONCAT_2:.*]] = tensor.concat dim(1) %[[CONCAT]], %[[C]] : (tensor<3x4xf32>, tensor<3x6xf32>) -> tensor<3x10xf32>
// CHECK-NEXT:   return %[[CONCAT_2]] : tensor<3x10xf32>
func.func @crossed(%a: tensor<1x4xf32>, %b: tensor<2x4xf32>,
                   %c: tensor<3x6xf32>) -> tensor<3x10xf32> {
  %0 = tensor.concat dim(0) %a, %b
    : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %1 = tensor.concat dim(1) %0, %c
    : (tensor<3x4xf32>, tensor<3x6xf32>) -> tensor<3x10xf32>
  return %1 : tensor<3x10xf32>
}
