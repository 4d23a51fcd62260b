// CHECK-LABEL: func.func @fixed_point(
// CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32) -> i32
// CHECK-NEXT:   %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[X]], %[[Y]] : i32
// CHECK-NEXT:   return %[[HIGH]] : i32
func.func @fixed_point(%x: i32, %y: i32) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.extui %x : i32 to i64
  %1 = arith.extui %y : i32 to i64
  %2 = arith.muli %0, %1 : i64
  %3 = arith.shrui %2, %c32 : i64
  %4 = arith.trunci %3 : i64 to i32
  return %4 : i32
}

// CHECK-LABEL: func.func @other_shift(
// CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32) -> i32
// CHECK-NEXT:   %[[C16_I64:.*]] = arith.constant 16 : i64
// CHECK-NEXT:   %[[V0:.*]] = arith.extui %[[X]] : i32 to i64
// CHECK-NEXT:   %[[V1:.*]] = arith.extui %[[Y]] : i32 to i64
// CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[V0]], %[[V1]] : i64
// CHECK-NEXT:   %[[V3:.*]] = arith.shrui %[[V2]], %[[C16_I64]] : i64
// CHECK-NEXT:   %[[V4:.*]] = arith.trunci %[[V3]] : i64 to i32
// CHECK-NEXT:   return %[[V4]] : i32
func.func @other_shift(%x: i32, %y: i32) -> i32 {
  %c16 = arith.constant 16 : i64
  %0 = arith.extui %x : i32 to i64
  %1 = arith.extui %y : i32 to i64
  %2 = arith.muli %0, %1 : i64
  %3 = arith.shrui %2, %c16 : i64
  %4 = arith.trunci %3 : i64 to i32
  return %4 : i32
}

// CHECK-LABEL: func.func @signed(
// CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32) -> i32
// CHECK-NEXT:   %[[C32_I64:.*]] = arith.constant 32 : i64
// CHECK-NEXT:   %[[V0:.*]] = arith.extsi %[[X]] : i32 to i64
// CHECK-NEXT:   %[[V1:.*]] = arith.extui %[[Y]] : i32 to i64
// CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[V0]], %[[V1]] : i64
// CHECK-NEXT:   %[[V3:.*]] = arith.shrui %[[V2]], %[[C32_I64]] : i64
// CHECK-NEXT:   %[[V4:.*]] = arith.trunci %[[V3]] : i64 to i32
// CHECK-NEXT:   return %[[V4]] : i32
func.func @signed(%x: i32, %y: i32) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.extsi %x : i32 to i64
  %1 = arith.extui %y : i32 to i64
  %2 = arith.muli %0, %1 : i64
  %3 = arith.shrui %2, %c32 : i64
  %4 = arith.trunci %3 : i64 to i32
  return %4 : i32
}
