func.func @ranges(%i: i32, %j: i32, %f: f32) {
  %l0 = "drr.list"() : () -> i16
  %l1 = "drr.list"(%i) : (i32) -> i16
  %l3 = "drr.list"(%i, %j, %f) : (i32, i32, f32) -> i16
  %0 = "drr.one"(%l0) : (i16) -> i16
  %1 = "drr.one"(%l1) : (i16) -> i16
  %2 = "drr.one"(%l3) : (i16) -> i16
  %3 = "drr.list"(%i, %f) : (i32, f32) -> i16
  %o = "drr.other"(%i) : (i32) -> f16
  %4 = "drr.list"(%o, %i, %j) : (f16, i32, i32) -> i16
  %5 = "drr.list"(%i, %o, %j) : (i32, f16, i32) -> i16
  %6 = "drr.list"(%o, %i, %j, %j) : (f16, i32, i32, i32) -> i16
  %7 = "drr.other"(%l0) : (i16) -> i16
  %8 = "drr.other"(%l1) : (i16) -> i16
  %p2 = "drr.optional"(%i, %j) : (i32, i32) -> i16
  %10 = "drr.one"(%p2) : (i16) -> i16
  %m2 = "drr.middle"(%i, %j) : (i32, i32) -> i16
  %m3 = "drr.middle"(%i, %f, %j) : (i32, f32, i32) -> i16
  %m4 = "drr.middle"(%i, %f, %f, %j) : (i32, f32, f32, i32) -> i16
  %11 = "drr.one"(%m2) : (i16) -> i16
  %12 = "drr.one"(%m3) : (i16) -> i16
  %13 = "drr.one"(%m4) : (i16) -> i16
  %s1 = "drr.segments"(%i, %j, %f) {operandSegmentSizes = array<i32: 1, 1, 1>, tag = 1 : i32} : (i32, i32, f32) -> i16
  %s2 = "drr.segments"(%i, %j, %f) {operandSegmentSizes = array<i32: 2, 1, 0>, tag = 2 : i32} : (i32, i32, f32) -> i16
  %s3 = "drr.segments"(%i) {operandSegmentSizes = array<i32: 0, 1, 0>, tag = 3 : i32} : (i32) -> i16
  %14 = "drr.one"(%s1) : (i16) -> i16
  %15 = "drr.one"(%s2) : (i16) -> i16
  %16 = "drr.one"(%s3) : (i16) -> i16
  %z1 = "drr.sizes"(%i, %j, %f) {operandSegmentSizes = array<i32: 2, 1>} : (i32, i32, f32) -> i16
  %z2 = "drr.sizes"(%i, %j) {operandSegmentSizes = array<i32: 2, 0>} : (i32, i32) -> i16
  %z3 = "drr.sizes"(%i, %j) {operandSegmentSizes = array<i32: 1, 1>} : (i32, i32) -> i16
  %z4 = "drr.sizes"(%i, %j, %f) {operandSegmentSizes = array<i32: 1, 2>} : (i32, i32, f32) -> i16
  %20 = "drr.one"(%z1) : (i16) -> i16
  %21 = "drr.one"(%z2) : (i16) -> i16
  %22 = "drr.one"(%z3) : (i16) -> i16
  %23 = "drr.one"(%z4) : (i16) -> i16
  "drr.keep"(%20, %21, %22, %23) : (i16, i16, i16, i16) -> ()
  %h = "drr.halves"(%i, %f, %j, %f) : (i32, f32, i32, f32) -> i16
  %19 = "drr.one"(%h) : (i16) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %10, %11, %12, %13, %14, %15, %16, %19)
    : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  return
}
