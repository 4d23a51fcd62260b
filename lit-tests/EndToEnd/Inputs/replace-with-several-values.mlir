// The carry goes from limb to limb.
// CHECK-LABEL: func.func @add128(
// CHECK-SAME:   %[[LO0:.*]]: i64, %[[HI0:.*]]: i64, %[[LO1:.*]]: i64, %[[HI1:.*]]: i64) -> (i64, i64)
// CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[LO0]], %[[LO1]] : i64
// CHECK-NEXT:   %[[V1:.*]] = arith.cmpi ult, %[[V0]], %[[LO0]] : i64
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[HI0]], %[[HI1]] : i64
// CHECK-NEXT:   %[[V3:.*]] = arith.extui %[[V1]] : i1 to i64
// CHECK-NEXT:   %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : i64
// CHECK-NEXT:   return %[[V0]], %[[V4]] : i64, i64
func.func @add128(%lo0: i64, %hi0: i64, %lo1: i64, %hi1: i64) -> (i64, i64) {
  %lo, %carry = arith.addui_extended %lo0, %lo1 : i64, i1
  %hi = arith.addi %hi0, %hi1 : i64
  %wide = arith.extui %carry : i1 to i64
  %sum = arith.addi %hi, %wide : i64
  return %lo, %sum : i64, i64
}

// CHECK-LABEL: func.func @lanes(
// CHECK-SAME:   %[[A:.*]]: vector<8xi16>, %[[B:.*]]: vector<8xi16>) -> vector<8xi1>
// CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[A]], %[[B]] : vector<8xi16>
// CHECK-NEXT:   %[[V1:.*]] = arith.cmpi ult, %[[V0]], %[[A]] : vector<8xi16>
// CHECK-NEXT:   return %[[V1]] : vector<8xi1>
func.func @lanes(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi1> {
  %sum, %carry = arith.addui_extended %a, %b : vector<8xi16>, vector<8xi1>
  return %carry : vector<8xi1>
}

// CHECK-LABEL: func.func @product(
// CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32) -> (i32, i32)
// CHECK-NEXT:   %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[A]], %[[B]] : i32
// CHECK-NEXT:   return %[[LOW]], %[[HIGH]] : i32, i32
func.func @product(%a: i32, %b: i32) -> (i32, i32) {
  %lo, %hi = arith.mului_extended %a, %b : i32
  return %lo, %hi : i32, i32
}
