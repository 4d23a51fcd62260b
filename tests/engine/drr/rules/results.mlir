func.func @results(%i: i32, %f: f32, %l: i64, %d: f64) {
  %0 = "drr.one"(%l) : (i64) -> i64
  %1 = "drr.one"(%i) : (i32) -> i32
  %w = "drr.word"(%i) : (i32) -> i32
  "drr.note"(%w) {a = 1 : i32} : (i32) -> ()
  "drr.note"(%i) {a = 2 : i32} : (i32) -> ()
  "drr.other_note"(%i) {a = 3 : i32} : (i32) -> ()
  %2:2 = "drr.split"(%i) : (i32) -> (i16, i32)
  %3:2 = "drr.split"(%f) : (f32) -> (i16, i32)
  %4:2 = "drr.split"(%l) : (i64) -> (i64, i32)
  %5 = "drr.other"(%i) : (i32) -> i16
  %s:2 = "drr.split"(%d) : (f64) -> (i16, i16)
  %6:2 = "drr.other_split"(%s#0) : (i16) -> (i16, i16)
  %7 = "drr.text"(%d) {a = "new"} : (f64) -> i16
  %8:2 = "drr.many"(%i) : (i32) -> (i16, i32)
   "drr.many"(%i) : (i32) -> ()
  %10 = "drr.many"(%f) : (f32) -> i8
  %11:2 = "drr.other_split"(%10) : (i8) -> (i16, i32)
  "drr.keep"(%0, %1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %5, %6#0, %6#1, %7, %8#0, %8#1, %10, %11#0, %11#1)
    : (i64, i32, i16, i32, i16, i32, i64, i32, i16, i16, i16, i16, i16, i32, i8, i16, i32) -> ()
  return
}
