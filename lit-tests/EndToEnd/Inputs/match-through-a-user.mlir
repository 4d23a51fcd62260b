// CHECK-LABEL: func.func @rotate(
// CHECK-SAME:   %[[ANGLE:.*]]: f32, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[SIN:.*]], %[[COS:.*]] = math.sincos %[[ANGLE]] : f32
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[COS]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[Y]], %[[SIN]] : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.subf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   %[[V3:.*]] = arith.mulf %[[X]], %[[SIN]] : f32
// CHECK-NEXT:   %[[V4:.*]] = arith.mulf %[[Y]], %[[COS]] : f32
// CHECK-NEXT:   %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:   return %[[V2]], %[[V5]] : f32, f32
func.func @rotate(%angle: f32, %x: f32, %y: f32) -> (f32, f32) {
  %s = math.sin %angle : f32
  %c = math.cos %angle : f32
  %0 = arith.mulf %x, %c : f32
  %1 = arith.mulf %y, %s : f32
  %2 = arith.subf %0, %1 : f32
  %3 = arith.mulf %x, %s : f32
  %4 = arith.mulf %y, %c : f32
  %5 = arith.addf %3, %4 : f32
  return %2, %5 : f32, f32
}

// CHECK-LABEL: func.func @two_angles(
// CHECK-SAME:   %[[A:.*]]: f32, %[[B:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[V0:.*]] = math.sin %[[A]] : f32
// CHECK-NEXT:   %[[V1:.*]] = math.cos %[[B]] : f32
// CHECK-NEXT:   return %[[V0]], %[[V1]] : f32, f32
func.func @two_angles(%a: f32, %b: f32) -> (f32, f32) {
  %s = math.sin %a : f32
  %c = math.cos %b : f32
  return %s, %c : f32, f32
}

// CHECK-LABEL: func.func @only_sine(
// CHECK-SAME:   %[[A:.*]]: vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V0:.*]] = math.sin %[[A]] : vector<4xf32>
// CHECK-NEXT:   return %[[V0]] : vector<4xf32>
func.func @only_sine(%a: vector<4xf32>) -> vector<4xf32> {
  %s = math.sin %a : vector<4xf32>
  return %s : vector<4xf32>
}
