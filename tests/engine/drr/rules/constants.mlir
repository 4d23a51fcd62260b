func.func @constants(%i: i32) {
  %c = "drr.constant"() {value = 1 : i32} : () -> i32
  %d = "drr.constant"() {value = 2.0 : f32} : () -> f32
  %e = arith.constant 3 : i32
  %0 = "drr.one"(%c) : (i32) -> i16
  %1 = "drr.one"(%d) : (f32) -> i16
  %2 = "drr.one"(%e) : (i32) -> i16
  %3 = "drr.one"(%i) : (i32) -> i16
  %4 = "drr.two"(%i, %c) : (i32, i32) -> i16
  %5 = "drr.two"(%i, %d) : (i32, f32) -> i16
  %6 = "drr.two"(%c, %e) : (i32, i32) -> i16
  %7 = "drr.pair"(%c, %d) : (i32, f32) -> i16
  %8 = "drr.pair"(%c, %e) : (i32, i32) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  return
}
