func.func @constraints(%i: i32, %j: i32, %f: f32) {
  %0 = "drr.one"(%f) : (f32) -> i16
  %1 = "drr.one"(%i) : (i32) -> i16
  %2 = "drr.one"(%i) : (i32) -> i64
  %3 = "drr.two"(%i, %j) : (i32, i32) -> i16
  %4 = "drr.two"(%i, %f) : (i32, f32) -> i16
  %5 = "drr.pair"(%1, %1) : (i16, i16) -> i16
  %6 = "drr.pair"(%1, %2) : (i16, i64) -> i16
  %w = "drr.word"(%i) : (i32) -> i32
  %7 = "drr.word"(%w) : (i32) -> i32
  "drr.note"(%i) {a = 1 : i32} : (i32) -> ()
  %l = "drr.like"(%i) : (i32) -> i32
  %m = "drr.like"(%j) : (i32) -> i32
  %8 = "drr.sum"(%l, %j) : (i32, i32) -> i32
  %9 = "drr.sum"(%m, %j) : (i32, i32) -> i32
  %10:2 = "drr.split"(%i) : (i32) -> (i16, i32)
  %11:2 = "drr.split"(%i) : (i32) -> (i16, i16)
  %a = "drr.number"(%i) {a = 1 : i32} : (i32) -> i16
  %b = "drr.number"(%a) {a = 2 : i32} : (i16) -> i16
  %c = "drr.number"(%b) {a = 3 : i32} : (i16) -> i16
  %12 = "drr.number"(%c) {a = 4 : i32} : (i16) -> i16
  %13 = "drr.number"(%c) {a = 3 : i32} : (i16) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %m) : (i16, i16, i64, i16, i16, i16, i16, i32, i32, i32, i32) -> ()
  "drr.keep"(%10#0, %11#0, %11#1, %12, %13) : (i16, i16, i16, i16, i16) -> ()
  return
}
