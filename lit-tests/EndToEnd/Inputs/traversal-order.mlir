func.func private @max3(f32, f32, f32) -> f32

// CHECK-LABEL: func.func @max4(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32
// DOWN-NEXT:     %[[X:.*]] = call @max3(%[[A]], %[[B]], %[[C]])
// DOWN-NEXT:     %[[Y:.*]] = arith.maxnumf %[[X]], %[[D]] : f32
// UP-NEXT:       %[[X:.*]] = arith.maxnumf %[[A]], %[[B]] : f32
// UP-NEXT:       %[[Y:.*]] = call @max3(%[[X]], %[[C]], %[[D]])
// CHECK-NEXT:    return %[[Y]] : f32
func.func @max4(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %0 = arith.maxnumf %a, %b : f32
  %1 = arith.maxnumf %0, %c : f32
  %2 = arith.maxnumf %1, %d : f32
  return %2 : f32
}
