// CHECK-LABEL: func.func @norms(
// CHECK-SAME:   %[[X:.*]]: f32, %[[V:.*]]: vector<4xf64>, %[[Y:.*]]: f32) -> (f32, vector<4xf64>, f32)
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.mulf %[[V]], %[[V]] : vector<4xf64>
// CHECK-NEXT:   %[[V2:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:   %[[V3:.*]] = math.absf %[[V2]] : f32
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V3]] : f32, vector<4xf64>, f32
func.func @norms(%x: f32, %v: vector<4xf64>, %y: f32)
    -> (f32, vector<4xf64>, f32) {
  %0 = arith.mulf %x, %x : f32
  %1 = math.absf %0 : f32
  %2 = arith.mulf %v, %v : vector<4xf64>
  %3 = math.absf %2 : vector<4xf64>
  %4 = arith.mulf %x, %y : f32
  %5 = math.absf %4 : f32
  return %1, %3, %5 : f32, vector<4xf64>, f32
}
