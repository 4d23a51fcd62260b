func.func @benefits(%i: i32, %f: f32) {
  %w = "drr.word"(%i) : (i32) -> i32
  %0 = "drr.one"(%w) : (i32) -> i16
  %1 = "drr.one"(%i) : (i32) -> i16
  %2 = "drr.one"(%f) : (f32) -> i16
  %3 = "drr.other"(%i) : (i32) -> i16
  %4 = "drr.two"(%0, %i) : (i16, i32) -> i16
  "drr.keep"(%0, %1, %2, %3, %4) : (i16, i16, i16, i16, i16) -> ()
  return
}
