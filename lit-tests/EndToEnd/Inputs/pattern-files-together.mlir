// CHECK-LABEL:  func.func @log_of_exp2(
// CHECK-SAME:     %[[X:.*]]: f32) -> f32
// BOTH-NEXT:      %[[LN2:.*]] = arith.constant 0.693147182 : f32
// BOTH-NEXT:      %[[R:.*]] = arith.mulf %[[X]], %[[LN2]] : f32
// FIRST-NEXT:     %[[LN2:.*]] = arith.constant 0.693147182 : f32
// FIRST-NEXT:     %[[S:.*]] = arith.mulf %[[X]], %[[LN2]] : f32
// FIRST-NEXT:     %[[E:.*]] = math.exp %[[S]] : f32
// FIRST-NEXT:     %[[R:.*]] = math.log %[[E]] : f32
// SECOND-NEXT:    %[[E:.*]] = math.exp2 %[[X]] : f32
// SECOND-NEXT:    %[[R:.*]] = math.log %[[E]] : f32
// CHECK-NEXT:     return %[[R]] : f32
func.func @log_of_exp2(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  %1 = math.log %0 : f32
  return %1 : f32
}
