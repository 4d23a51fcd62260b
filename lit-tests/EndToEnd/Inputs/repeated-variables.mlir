// CHECK-LABEL: func.func @price(
// CHECK-SAME:   %[[COUNT:.*]]: i32, %[[NET:.*]]: i32, %[[TAX:.*]]: i32) -> i32
// CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[NET]], %[[TAX]] : i32
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[COUNT]], %[[V0]] : i32
// CHECK-NEXT:   return %[[V1]] : i32
func.func @price(%count: i32, %net: i32, %tax: i32) -> i32 {
  %0 = arith.muli %count, %net : i32
  %1 = arith.muli %count, %tax : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// Nothing is shared here.
// CHECK-LABEL: func.func @area(
// CHECK-SAME:   %[[W0:.*]]: i32, %[[H0:.*]]: i32, %[[W1:.*]]: i32, %[[H1:.*]]: i32) -> i32
// CHECK-NEXT:   %[[V0:.*]] = arith.muli %[[W0]], %[[H0]] : i32
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[W1]], %[[H1]] : i32
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : i32
// CHECK-NEXT:   return %[[V2]] : i32
func.func @area(%w0: i32, %h0: i32, %w1: i32, %h1: i32) -> i32 {
  %0 = arith.muli %w0, %h0 : i32
  %1 = arith.muli %w1, %h1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// The shared factor is on the other side.
// CHECK-LABEL: func.func @mirrored(
// CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32) -> i32
// CHECK-NEXT:   %[[V0:.*]] = arith.muli %[[A]], %[[B]] : i32
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[C]], %[[A]] : i32
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : i32
// CHECK-NEXT:   return %[[V2]] : i32
func.func @mirrored(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.muli %c, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @bounds(
// CHECK-SAME:   %[[I:.*]]: index, %[[N:.*]]: index) -> (i1, i1)
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi slt, %[[I]], %[[N]] : index
// CHECK-NEXT:   %[[V1:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.andi %[[V0]], %[[V1]] : i1
// CHECK-NEXT:   return %[[V0]], %[[V2]] : i1, i1
func.func @bounds(%i: index, %n: index) -> (i1, i1) {
  %0 = arith.cmpi slt, %i, %n : index
  %1 = arith.cmpi slt, %i, %n : index
  %2 = arith.cmpi ult, %i, %n : index
  %3 = arith.andi %0, %1 : i1
  %4 = arith.andi %0, %2 : i1
  return %3, %4 : i1, i1
}
