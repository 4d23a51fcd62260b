// CHECK-LABEL: func.func @selects(
// CHECK-SAME:   %[[C:.*]]: i1, %[[D:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32
// CHECK-NEXT:   return %[[A]] : f32
func.func @selects(%c: i1, %d: i1, %a: f32, %b: f32) -> f32 {
  %0 = arith.select %c, %a, %b : f32
  %1 = arith.select %c, %0, %b : f32
  %2 = arith.select %c, %1, %a : f32
  %3 = arith.select %d, %2, %b : f32
  %4 = arith.select %d, %3, %a : f32
  return %4 : f32
}

// CHECK-LABEL: func.func @right_to_left(
// CHECK-SAME:   %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index, %[[D:.*]]: index, %[[E:.*]]: index) -> index
// CHECK-NEXT:   %[[V0:.*]] = index.maxs %[[A]], %[[B]]
// CHECK-NEXT:   %[[V1:.*]] = index.maxs %[[V0]], %[[C]]
// CHECK-NEXT:   %[[V2:.*]] = index.maxs %[[V1]], %[[D]]
// CHECK-NEXT:   %[[V3:.*]] = index.maxs %[[V2]], %[[E]]
// CHECK-NEXT:   return %[[V3]] : index
func.func @right_to_left(%a: index, %b: index, %c: index, %d: index, %e: index)
    -> index {
  %0 = index.maxs %d, %e
  %1 = index.maxs %c, %0
  %2 = index.maxs %b, %1
  %3 = index.maxs %a, %2
  return %3 : index
}
