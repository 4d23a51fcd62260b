// CHECK-LABEL: func.func @round_trip(
// CHECK-SAME:   %[[A:.*]]: tensor<128x256xf32>, %[[P:.*]]: tensor<32x4x8x32xf32>, %[[Q:.*]]: tensor<128x256xf32>) -> tensor<128x256xf32>
// CHECK-NEXT:   return %[[A]] : tensor<128x256xf32>
func.func @round_trip(%a: tensor<128x256xf32>, %p: tensor<32x4x8x32xf32>,
                      %q: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %0 = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
    inner_tiles = [8, 32] into %p
    : tensor<128x256xf32> -> tensor<32x4x8x32xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
    inner_tiles = [8, 32] into %q
    : tensor<32x4x8x32xf32> -> tensor<128x256xf32>
  return %1 : tensor<128x256xf32>
}

// The same shape, but other dimensions.
// CHECK-LABEL: func.func @transposing(
// CHECK-SAME:   %[[A:.*]]: tensor<64x64xf32>, %[[P:.*]]: tensor<8x8x8x8xf32>, %[[Q:.*]]: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT:   %[[PACK:.*]] = linalg.pack %[[A]] outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 8] into %[[P]] : tensor<64x64xf32> -> tensor<8x8x8x8xf32>
// CHECK-NEXT:   %[[UNPACK:.*]] = linalg.unpack %[[PACK]] outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %[[Q]] : tensor<8x8x8x8xf32> -> tensor<64x64xf32>
// CHECK-NEXT:   return %[[UNPACK]] : tensor<64x64xf32>
func.func @transposing(%a: tensor<64x64xf32>, %p: tensor<8x8x8x8xf32>,
                       %q: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
    inner_tiles = [8, 8] into %p
    : tensor<64x64xf32> -> tensor<8x8x8x8xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
    inner_tiles = [8, 8] into %q
    : tensor<8x8x8x8xf32> -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME:   %[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<3x4x2xf32>, %[[C:.*]]: tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:   return %[[A]] : tensor<2x3x4xf32>
func.func @there_and_back(%a: tensor<2x3x4xf32>, %b: tensor<3x4x2xf32>,
                          %c: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>)
    outs(%b : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<3x4x2xf32>)
    outs(%c : tensor<2x3x4xf32>) permutation = [2, 0, 1]
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @onwards(
// CHECK-SAME:   %[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<3x4x2xf32>, %[[C:.*]]: tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT:   %[[TRANSPOSED:.*]] = linalg.transpose ins(%[[A]] : tensor<2x3x4xf32>) outs(%[[B]] : tensor<3x4x2xf32>) permutation = [1, 2, 0]
// CHECK-NEXT:   %[[TRANSPOSED_2:.*]] = linalg.transpose ins(%[[TRANSPOSED]] : tensor<3x4x2xf32>) outs(%[[C]] : tensor<4x2x3xf32>) permutation = [1, 2, 0]
// CHECK-NEXT:   return %[[TRANSPOSED_2]] : tensor<4x2x3xf32>
func.func @onwards(%a: tensor<2x3x4xf32>, %b: tensor<3x4x2xf32>,
                   %c: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>)
    outs(%b : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<3x4x2xf32>)
    outs(%c : tensor<4x2x3xf32>) permutation = [1, 2, 0]
  return %1 : tensor<4x2x3xf32>
}
