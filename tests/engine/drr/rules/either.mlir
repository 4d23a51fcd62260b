func.func @either(%i: i32, %f: f32) {
  %w = "drr.word"(%i) : (i32) -> i32
  %0 = "drr.two"(%w, %f) : (i32, f32) -> i16
  %1 = "drr.two"(%f, %w) : (f32, i32) -> i16
  %2 = "drr.two"(%w, %w) : (i32, i32) -> i16
  %a = "drr.one"(%i) : (i32) -> i16
  %b = "drr.other"(%f) : (f32) -> i16
  %3 = "drr.two"(%a, %b) : (i16, i16) -> i16
  %4 = "drr.two"(%b, %a) : (i16, i16) -> i16
  %5 = "drr.two"(%b, %b) : (i16, i16) -> i16
  %c = "drr.like"(%i) : (i32) -> i32
  %d = "drr.like"(%i) : (i32) -> i32
  %6 = "drr.pair"(%c, %d) : (i32, i32) -> i16
  %7 = "drr.pair"(%d, %c) : (i32, i32) -> i16
  %8 = "drr.two"(%w, %i) : (i32, i32) -> i16
  %9 = "drr.one"(%8) : (i16) -> i16
  %10 = "drr.two"(%i, %w) : (i32, i32) -> i16
  %11 = "drr.one"(%10) : (i16) -> i16
  %12 = "drr.one"(%2) : (i16) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %9, %11, %12)
    : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  return
}
