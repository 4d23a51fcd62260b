func.func @types(%i: i32, %f: f32, %l: i64, %d: f64) {
  %0 = "drr.one"(%i) : (i32) -> i16
  %1 = "drr.one"(%f) : (f32) -> i16
  %2 = "drr.two"(%f, %i) : (f32, i32) -> i16
  %3 = "drr.any_attr"(%f) {a = 1.0 : f64} : (f32) -> i16
  %4 = "drr.any_attr"(%f) {a = "untyped"} : (f32) -> i16
  %5 = "drr.number"(%f) {a = 1 : i32} : (f32) -> i16
  %6 = "drr.one"(%l) : (i64) -> i16
  %7 = "drr.two"(%l, %f) : (i64, f32) -> i16
  %8 = "drr.other"(%d) : (f64) -> i16
  %10 = "drr.number"(%i) {a = 3 : i32} : (i32) -> i16
  %9 = "drr.word"(%i) : (i32) -> i32
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i32, i16) -> ()
  return
}
