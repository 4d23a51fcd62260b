func.func @multiclasses(%i: i32, %f: f32) {
  %0 = "drr.one"(%i) : (i32) -> i16
  %1 = "drr.one"(%f) : (f32) -> i16
  %2 = "drr.other"(%i) : (i32) -> i16
  %3 = "drr.other"(%f) : (f32) -> i16
  %l = "drr.like"(%i) : (i32) -> i32
  %w = "drr.word"(%i) : (i32) -> i32
  %4 = "drr.text"(%l) {a = "l"} : (i32) -> i16
  %5 = "drr.text"(%w) {a = "w"} : (i32) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5) : (i16, i16, i16, i16, i16, i16) -> ()
  return
}
