func.func @calls(%i: i32, %f: f32, %l: i64) {
  %0 = "drr.number"(%i) {a = 1 : i32} : (i32) -> i16
  %1 = "drr.number"(%f) {a = 1 : i32} : (f32) -> i16
  %2 = "drr.number"(%l) {a = 1 : i32} : (i64) -> i16
  %3 = "drr.one"(%i) : (i32) -> i16
  %4 = "drr.one"(%f) : (f32) -> i16
  %m = "drr.maybe"(%i) {number = 9 : i32} : (i32) -> i8
  %n = "drr.maybe"(%i) : (i32) -> i8
  %5 = "drr.one"(%m) : (i8) -> i16
  %6 = "drr.one"(%n) : (i8) -> i16
  %s = "drr.like"(%m) : (i8) -> i8
  %t = "drr.like"(%l) : (i64) -> i64
  %8 = "drr.other"(%s) : (i8) -> i16
  %9 = "drr.other"(%t) : (i64) -> i16
  %7 = "drr.other"(%i) : (i32) -> i32
  %10 = "drr.one"(%t) : (i64) -> i16
  "drr.keep"(%10) : (i16) -> ()
  "drr.note"(%i) {a = 4 : i32} : (i32) -> ()
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (i16, i16, i16, i16, i16, i16, i16, i32, i16, i16) -> ()
  return
}
