func.func @properties(%i: i32, %f: f32) {
  %0 = "drr.property"(%f) <{a = 1 : i32, p = 7 : i64}> : (f32) -> i16
  %1 = "drr.property"(%i) <{a = 3 : i32, p = 8 : i64}> : (i32) -> i16
  %2 = "drr.property"(%i) <{a = 4 : i32, p = 9 : i64}> : (i32) -> i16
  %3 = "drr.color"(%f) {a = 0 : i32} : (f32) -> i16
  %4 = "drr.color"(%f) {a = 5 : i32} : (f32) -> i16
  %5 = "drr.color"(%i) {a = 0 : i32} : (i32) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5) : (i16, i16, i16, i16, i16, i16) -> ()
  return
}
