func.func private @rsqrt(f32) -> f32
func.func private @rsqrt_of_square(f32) -> f32

// CHECK-LABEL: func.func @normalize(
// CHECK-SAME:   %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[V0:.*]] = call @rsqrt_of_square(%[[X]]) : (f32) -> f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:   %[[V2:.*]] = call @rsqrt(%[[V1]]) : (f32) -> f32
// CHECK-NEXT:   return %[[V0]], %[[V2]] : f32, f32
func.func @normalize(%x: f32, %y: f32) -> (f32, f32) {
  %0 = arith.mulf %x, %x : f32
  %1 = math.rsqrt %0 : f32
  %2 = arith.mulf %x, %y : f32
  %3 = math.rsqrt %2 : f32
  return %1, %3 : f32, f32
}
