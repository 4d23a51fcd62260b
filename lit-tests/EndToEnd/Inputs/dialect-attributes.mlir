// CHECK-LABEL: func.func @double(
// CHECK-SAME:   %[[X:.*]]: i32) -> (i32, i32, i32)
// CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:   %[[V0:.*]] = arith.shli %[[X]], %[[C1_I32]] overflow<nsw> : i32
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[X]], %[[X]] overflow<nsw, nuw> : i32
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]] : i32, i32, i32
func.func @double(%x: i32) -> (i32, i32, i32) {
  %0 = arith.addi %x, %x overflow<nsw> : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.addi %x, %x overflow<nsw, nuw> : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @scale(
// CHECK-SAME:   %[[X:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
// CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<4.000000e+00> : vector<4xf32>
// CHECK-NEXT:   %[[CST_2:.*]] = arith.constant dense<2.500000e-01> : vector<4xf32>
// CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[X]], %[[CST_2]] fastmath<arcp> : vector<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.divf %[[X]], %[[CST]] : vector<4xf32>
// CHECK-NEXT:   return %[[V0]], %[[V1]] : vector<4xf32>, vector<4xf32>
func.func @scale(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %four = arith.constant dense<4.0> : vector<4xf32>
  %0 = arith.divf %x, %four fastmath<arcp> : vector<4xf32>
  %1 = arith.divf %x, %four : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @other_constant(
// CHECK-SAME:   %[[X:.*]]: vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<[4.000000e+00, 4.000000e+00, 4.000000e+00, 8.000000e+00]> : vector<4xf32>
// CHECK-NEXT:   %[[V0:.*]] = arith.divf %[[X]], %[[CST]] fastmath<arcp> : vector<4xf32>
// CHECK-NEXT:   return %[[V0]] : vector<4xf32>
func.func @other_constant(%x: vector<4xf32>) -> vector<4xf32> {
  %c = arith.constant dense<[4.0, 4.0, 4.0, 8.0]> : vector<4xf32>
  %0 = arith.divf %x, %c fastmath<arcp> : vector<4xf32>
  return %0 : vector<4xf32>
}
