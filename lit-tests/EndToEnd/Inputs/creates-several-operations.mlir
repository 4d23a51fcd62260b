// CHECK-LABEL: func.func @power(
// CHECK-SAME:   %[[Z:.*]]: complex<f32>, %[[W:.*]]: complex<f32>) -> (complex<f32>, complex<f32>)
// CHECK-NEXT:   %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V0:.*]] = complex.conj %[[Z]] : complex<f32>
// CHECK-NEXT:   %[[V1:.*]] = complex.re %[[Z]] : complex<f32>
// CHECK-NEXT:   %[[V2:.*]] = complex.im %[[Z]] : complex<f32>
// CHECK-NEXT:   %[[V3:.*]] = arith.mulf %[[V1]], %[[V1]] : f32
// CHECK-NEXT:   %[[V4:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// CHECK-NEXT:   %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:   %[[V6:.*]] = complex.create %[[V5]], %[[CST]] : complex<f32>
// CHECK-NEXT:   %[[V7:.*]] = complex.mul %[[W]], %[[V0]] : complex<f32>
// CHECK-NEXT:   return %[[V6]], %[[V7]] : complex<f32>, complex<f32>
func.func @power(%z: complex<f32>, %w: complex<f32>)
    -> (complex<f32>, complex<f32>) {
  %0 = complex.conj %z : complex<f32>
  %1 = complex.mul %z, %0 : complex<f32>
  %2 = complex.mul %w, %0 : complex<f32>
  return %1, %2 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @wide(
// CHECK-SAME:   %[[Z:.*]]: complex<f64>) -> complex<f64>
// CHECK-NEXT:   %[[V0:.*]] = complex.conj %[[Z]] : complex<f64>
// CHECK-NEXT:   %[[V1:.*]] = complex.mul %[[Z]], %[[V0]] : complex<f64>
// CHECK-NEXT:   return %[[V1]] : complex<f64>
func.func @wide(%z: complex<f64>) -> complex<f64> {
  %0 = complex.conj %z : complex<f64>
  %1 = complex.mul %z, %0 : complex<f64>
  return %1 : complex<f64>
}
