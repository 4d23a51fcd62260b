// CHECK-LABEL: @equal_yields
// CHECK-NEXT: return %arg1 : i32
func.func @equal_yields(%condition: i1, %x: i32) -> i32 {
  %0 = scf.if %condition -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}

// CHECK-LABEL: @other_yields
// CHECK-NEXT: scf.if
func.func @other_yields(%condition: i1, %x: i32, %y: i32) -> i32 {
  %0 = scf.if %condition -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}

// CHECK-LABEL: @yields_with_an_effect
// CHECK-NEXT: scf.if
func.func @yields_with_an_effect(%condition: i1, %x: i32) -> i32 {
  %0 = scf.if %condition -> i32 {
    vector.print %x : i32
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}

// CHECK-LABEL: @multiply_accumulate
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %arg2, %[[PRODUCT]] : tensor<4xf32>
// CHECK-NEXT: return %[[SUM]]
#map = affine_map<(d0) -> (d0)>
func.func @multiply_accumulate(%x: tensor<4xf32>, %y: tensor<4xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @multiply_another_value
// CHECK-NEXT: linalg.generic
func.func @multiply_another_value(%x: tensor<4xf32>, %y: tensor<4xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @yields_from_outside
// CHECK-NEXT: math.absi %arg0 : i32
func.func @yields_from_outside(%start: i32, %more: i1) -> i32 {
  %0 = scf.while (%i = %start) : (i32) -> i32 {
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    vector.print %i : i32
    scf.yield %start : i32
  }
  return %0 : i32
}

// CHECK-LABEL: @yields_from_inside
// CHECK-NEXT: scf.while
func.func @yields_from_inside(%start: i32, %more: i1) -> i32 {
  %0 = scf.while (%i = %start) : (i32) -> i32 {
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  return %0 : i32
}
