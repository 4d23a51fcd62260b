func.func private @hypotf(f32, f32) -> f32

// CHECK-LABEL: func.func @distance(
// CHECK-SAME:   %[[X0:.*]]: f32, %[[Y0:.*]]: f32, %[[X1:.*]]: f32, %[[Y1:.*]]: f32) -> f32
// CHECK-NEXT:   %[[V0:.*]] = arith.subf %[[X1]], %[[X0]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.subf %[[Y1]], %[[Y0]] : f32
// CHECK-NEXT:   %[[V2:.*]] = call @hypotf(%[[V0]], %[[V1]]) : (f32, f32) -> f32
// CHECK-NEXT:   return %[[V2]] : f32
func.func @distance(%x0: f32, %y0: f32, %x1: f32, %y1: f32) -> f32 {
  %dx = arith.subf %x1, %x0 : f32
  %dy = arith.subf %y1, %y0 : f32
  %xx = arith.mulf %dx, %dx : f32
  %yy = arith.mulf %dy, %dy : f32
  %sum = arith.addf %xx, %yy : f32
  %d = math.sqrt %sum : f32
  return %d : f32
}

// There is no such function for f64.
// CHECK-LABEL: func.func @wide(
// CHECK-SAME:   %[[X:.*]]: f64, %[[Y:.*]]: f64) -> f64
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[X]] : f64
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[Y]], %[[Y]] : f64
// CHECK-NEXT:   %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f64
// CHECK-NEXT:   %[[V3:.*]] = math.sqrt %[[V2]] : f64
// CHECK-NEXT:   return %[[V3]] : f64
func.func @wide(%x: f64, %y: f64) -> f64 {
  %xx = arith.mulf %x, %x : f64
  %yy = arith.mulf %y, %y : f64
  %sum = arith.addf %xx, %yy : f64
  %d = math.sqrt %sum : f64
  return %d : f64
}

// The sum is used twice, so only the root goes.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:   %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32)
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[Y]], %[[Y]] : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   %[[V3:.*]] = call @hypotf(%[[X]], %[[Y]]) : (f32, f32) -> f32
// CHECK-NEXT:   return %[[V2]], %[[V3]] : f32, f32
func.func @shared(%x: f32, %y: f32) -> (f32, f32) {
  %xx = arith.mulf %x, %x : f32
  %yy = arith.mulf %y, %y : f32
  %sum = arith.addf %xx, %yy : f32
  %d = math.sqrt %sum : f32
  return %sum, %d : f32, f32
}

// These are no squares.
// CHECK-LABEL: func.func @geometric_mean(
// CHECK-SAME:   %[[X:.*]]: f32, %[[Y:.*]]: f32) -> f32
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[Y]], %[[Y]] : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   %[[V3:.*]] = math.sqrt %[[V2]] : f32
// CHECK-NEXT:   return %[[V3]] : f32
func.func @geometric_mean(%x: f32, %y: f32) -> f32 {
  %xy = arith.mulf %x, %y : f32
  %yy = arith.mulf %y, %y : f32
  %sum = arith.addf %xy, %yy : f32
  %d = math.sqrt %sum : f32
  return %d : f32
}
