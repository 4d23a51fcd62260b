// CHECK-LABEL: func.func @maxima(
// CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32, %[[V:.*]]: vector<4xi8>, %[[W:.*]]: vector<4xi8>) -> (i32, vector<4xi8>, i32)
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi uge, %[[A]], %[[B]] : i32
// CHECK-NEXT:   %[[V1:.*]] = arith.select %[[V0]], %[[A]], %[[B]] : i32
// CHECK-NEXT:   %[[V2:.*]] = arith.cmpi uge, %[[V]], %[[W]] : vector<4xi8>
// CHECK-NEXT:   %[[V3:.*]] = arith.select %[[V2]], %[[V]], %[[W]] : vector<4xi1>, vector<4xi8>
// CHECK-NEXT:   %[[V4:.*]] = arith.maxsi %[[A]], %[[B]] : i32
// CHECK-NEXT:   return %[[V1]], %[[V3]], %[[V4]] : i32, vector<4xi8>, i32
func.func @maxima(%a: i32, %b: i32, %v: vector<4xi8>, %w: vector<4xi8>)
    -> (i32, vector<4xi8>, i32) {
  %0 = arith.maxui %a, %b : i32
  %1 = arith.maxui %v, %w : vector<4xi8>
  %2 = arith.maxsi %a, %b : i32
  return %0, %1, %2 : i32, vector<4xi8>, i32
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:   %[[I:.*]]: index, %[[H:.*]]: f16, %[[X:.*]]: i8) -> (i16, i32, f64, f32)
// CHECK-NEXT:   %[[V0:.*]] = arith.index_cast %[[I]] : index to i16
// CHECK-NEXT:   %[[V1:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:   %[[V2:.*]] = arith.extf %[[H]] : f16 to f64
// CHECK-NEXT:   %[[V3:.*]] = arith.sitofp %[[X]] : i8 to f32
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : i16, i32, f64, f32
func.func @casts(%i: index, %h: f16, %x: i8) -> (i16, i32, f64, f32) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.trunci %0 : i64 to i16
  %2 = arith.index_cast %i : index to i32
  %3 = arith.extf %h : f16 to f32
  %4 = arith.extf %3 : f32 to f64
  %5 = arith.extsi %x : i8 to i32
  %6 = arith.sitofp %5 : i32 to f32
  return %1, %2, %4, %6 : i16, i32, f64, f32
}
