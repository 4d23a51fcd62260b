// CHECK-LABEL: func.func @host(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32
// ALL-NEXT:      %[[D:.*]] = arith.subf %[[B]], %[[A]] : f32
// INNER-NEXT:    %[[S:.*]] = arith.subf %[[A]], %[[B]] : f32
// INNER-NEXT:    %[[D:.*]] = arith.negf %[[S]] : f32
// CHECK-NEXT:    return %[[D]] : f32
func.func @host(%a: f32, %b: f32) -> f32 {
  %0 = arith.subf %a, %b : f32
  %1 = arith.negf %0 : f32
  return %1 : f32
}

// CHECK-LABEL: module @device {
module @device {
  // CHECK-LABEL: func.func @kernel(
  // CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32
  // CHECK-NEXT:    %[[D:.*]] = arith.subf %[[B]], %[[A]] : f32
  // CHECK-NEXT:    return %[[D]] : f32
  func.func @kernel(%a: f32, %b: f32) -> f32 {
    %0 = arith.subf %a, %b : f32
    %1 = arith.negf %0 : f32
    return %1 : f32
  }

  // CHECK-LABEL: module @library {
  module @library {
    // CHECK-LABEL: func.func @helper(
    // CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32
    // CHECK-NEXT:    %[[D:.*]] = arith.subf %[[B]], %[[A]] : f32
    // CHECK-NEXT:    return %[[D]] : f32
    func.func @helper(%a: f32, %b: f32) -> f32 {
      %0 = arith.subf %a, %b : f32
      %1 = arith.negf %0 : f32
      return %1 : f32
    }
  }
}
