func.func @operands(%i: i32, %j: i32, %f: f32, %l: i64) {
  %w = "drr.word"(%i) : (i32) -> i32
  %0 = "drr.one"(%w) : (i32) -> i16
  %1 = "drr.one"(%i) : (i32) -> i16
  %2 = "drr.two"(%i, %i) : (i32, i32) -> i16
  %3 = "drr.two"(%i, %j) : (i32, i32) -> i16
  %4 = "drr.two"(%f, %j) : (f32, i32) -> i16
  %5 = "drr.two"(%f, %f) : (f32, f32) -> i16
  %a = "drr.like"(%i) : (i32) -> i32
  %b = "drr.other"(%i) : (i32) -> i32
  %c = "drr.other"(%j) : (i32) -> i32
  %6 = "drr.two"(%a, %b) : (i32, i32) -> i16
  %7 = "drr.two"(%a, %c) : (i32, i32) -> i16
  %8 = "drr.two"(%a, %a) : (i32, i32) -> i16
  %9 = "drr.two"(%1, %l) : (i16, i64) -> i16
  %10 = "drr.two"(%1, %i) : (i16, i32) -> i16
  %11 = "drr.word"(%w) : (i32) -> i32
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11)
    : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i32) -> ()
  return
}
