// CHECK-LABEL: func.func @layer(
// CHECK-SAME:   %[[X:.*]]: tensor<2x3x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:   %[[V0:.*]] = tosa.const_shape  {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:   %[[V1:.*]] = tosa.reshape %[[X]], %[[V0]] : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<6x4xf32>
// CHECK-NEXT:   %[[V2:.*]] = tosa.reverse %[[V1]] {axis = 1 : i32} : (tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:   %[[V3:.*]] = tosa.clamp %[[V2]] {max_val = 0x7F800000 : f32, min_val = 0.000000e+00 : f32} : (tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:   return %[[V3]] : tensor<6x4xf32>
func.func @layer(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %s1 = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %x, %s1 : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<6x4xf32>
  %r = tosa.reverse %1 {axis = 0 : i32} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %rr = tosa.reverse %r {axis = 0 : i32} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %rrr = tosa.reverse %rr {axis = 1 : i32} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %2 = tosa.maximum %rrr, %zero : (tensor<6x4xf32>, tensor<1x1xf32>) -> tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @transposes(
// CHECK-SAME:   %[[X:.*]]: tensor<3x5xf32>, %[[Y:.*]]: tensor<3x4x5xf32>) -> (tensor<3x5xf32>, tensor<5x3x4xf32>)
// CHECK-NEXT:   %[[V0:.*]] = tosa.transpose %[[Y]] {perms = array<i32: 1, 2, 0>} : (tensor<3x4x5xf32>) -> tensor<4x5x3xf32>
// CHECK-NEXT:   %[[V1:.*]] = tosa.transpose %[[V0]] {perms = array<i32: 1, 2, 0>} : (tensor<4x5x3xf32>) -> tensor<5x3x4xf32>
// CHECK-NEXT:   return %[[X]], %[[V1]] : tensor<3x5xf32>, tensor<5x3x4xf32>
func.func @transposes(%x: tensor<3x5xf32>, %y: tensor<3x4x5xf32>) -> (tensor<3x5xf32>, tensor<5x3x4xf32>) {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<3x5xf32>) -> tensor<5x3xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %2 = tosa.transpose %y {perms = array<i32: 1, 2, 0>} : (tensor<3x4x5xf32>) -> tensor<4x5x3xf32>
  %3 = tosa.transpose %2 {perms = array<i32: 1, 2, 0>} : (tensor<4x5x3xf32>) -> tensor<5x3x4xf32>
  return %1, %3 : tensor<3x5xf32>, tensor<5x3x4xf32>
}
