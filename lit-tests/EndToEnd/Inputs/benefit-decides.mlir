// CHECK-LABEL: func.func @powers(
// CHECK-SAME:   %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32, f32)
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.mulf %[[V1]], %[[X]] : f32
// CHECK-NEXT:   %[[V3:.*]] = math.log %[[X]] : f32
// CHECK-NEXT:   %[[V4:.*]] = arith.mulf %[[V3]], %[[Y]] : f32
// CHECK-NEXT:   %[[V5:.*]] = math.exp %[[V4]] : f32
// CHECK-NEXT:   return %[[V0]], %[[V2]], %[[V5]] : f32, f32, f32
func.func @powers(%x: f32, %y: f32) -> (f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %0 = math.powf %x, %two : f32
  %1 = math.powf %x, %three : f32
  %2 = math.powf %x, %y : f32
  return %0, %1, %2 : f32, f32, f32
}
