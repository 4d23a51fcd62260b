func.func @locations(%i: i32 loc("i"), %l: i64 loc("l")) {
  %w = "drr.word"(%i) : (i32) -> i32 loc("w")
  %0 = "drr.one"(%w) : (i32) -> i16 loc("zero")
  %o = "drr.other"(%l) : (i64) -> i16 loc("o")
  %1 = "drr.one"(%o) : (i16) -> i16 loc("one")
  %2 = "drr.two"(%w, %i) : (i32, i32) -> i16 loc("two")
  %3 = "drr.sum"(%w, %i) : (i32, i32) -> i32 loc("three")
  %4 = "drr.like"(%w) : (i32) -> i32 loc("four")
  %p = "drr.one"(%l) : (i64) -> i64 loc("p")
  %5 = "drr.like"(%p) : (i64) -> i64 loc("five")
  %s = "drr.text"(%i) {a = "s"} : (i32) -> i32 loc("s")
  %t = "drr.text"(%s) {a = "t"} : (i32) -> i32 loc("t")
  %6 = "drr.text"(%t) {a = "six"} : (i32) -> i32 loc("six")
  %7 = "drr.text"(%t) {a = "seven"} : (i32) -> i32
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7) : (i16, i16, i16, i32, i32, i64, i32, i32) -> ()
  return
}
