// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:   %[[I:.*]]: index, %[[N:.*]]: index, %[[STEP:.*]]: index) -> index
// CHECK-NEXT:   %[[V0:.*]] = index.cmp ult(%[[I]], %[[N]])
// CHECK-NEXT:   %[[V1:.*]] = index.mul %[[N]], %[[STEP]]
// CHECK-NEXT:   cf.assert %[[V0]], "index out of bounds"
// CHECK-NEXT:   cf.cond_br %[[V0]], ^bb1, ^bb2(%[[I]] : index)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %[[V2:.*]] = index.ceildivu %[[V1]], %[[N]]
// CHECK-NEXT:   %[[V3:.*]] = index.add %[[N]], %[[V2]]
// CHECK-NEXT:   cf.br ^bb2(%[[V3]] : index)
// CHECK-NEXT: ^bb2(%[[V4:.*]]: index):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   return %[[V4]] : index
func.func @blocks(%i: index, %n: index, %step: index) -> index {
  %ok = arith.constant true
  %inside = index.cmp ult(%i, %n)
  %size = index.mul %n, %step
  cf.assert %ok, "always"
  cf.assert %inside, "index out of bounds"
  cf.cond_br %inside, ^body, ^exit(%i : index)
^body:
  cf.assert %ok, "still"
  %steps = index.ceildivu %size, %step
  %other = index.ceildivu %size, %n
  %sum = index.add %steps, %other
  cf.br ^exit(%sum : index)
^exit(%result: index):
  return %result : index
}
