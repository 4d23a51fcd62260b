func.func @attributes(%i: i32, %f: f32) {
  %0 = "drr.number"(%i) {a = 0 : i32} : (i32) -> i16
  %1 = "drr.number"(%i) {a = 1 : i32} : (i32) -> i32
  %2 = "drr.number"(%i) {a = -1 : i32} : (i32) -> i16
  %3 = "drr.maybe"(%i) {a = 5 : i32} : (i32) -> i16
  %4 = "drr.maybe"(%i) : (i32) -> i16
  %5 = "drr.any_attr"(%3) {a = unit} : (i16) -> i16
  %6 = "drr.any_attr"(%4) {a = unit} : (i16) -> i16
  %7 = "drr.one"(%3) : (i16) -> i16
  %8 = "drr.one"(%4) : (i16) -> i16
  %9 = "drr.other"(%3) : (i16) -> i16
  %10 = "drr.other"(%4) : (i16) -> i16
  %11 = "drr.default"(%i) : (i32) -> i16
  %12 = "drr.default"(%i) {a = 7 : i32} : (i32) -> i16
  %13 = "drr.default"(%i) {a = 8 : i32} : (i32) -> i16
  %14 = "drr.like"(%11) : (i16) -> i16
  %15 = "drr.like"(%13) : (i16) -> i16
  %16 = "drr.text"(%i) {a = "a b"} : (i32) -> i16
  %17 = "drr.text"(%i) {a = "a c"} : (i32) -> i16
  %18 = "drr.any_attr"(%i) {a = 1.0 : f32} : (i32) -> i16
  %19 = "drr.any_attr"(%i) {a = 1.0 : f64} : (i32) -> i16
  %20 = "drr.any_attr"(%i) {a = i32} : (i32) -> i16
  %21 = "drr.flag"(%i) {a} : (i32) -> i16
  %22 = "drr.flag"(%i) : (i32) -> i16
  %23 = "drr.two_numbers"(%i) {a = 1 : i32, b = 3 : i64} : (i32) -> i16
  %24 = "drr.two_numbers"(%i) {a = 3 : i32, b = 1 : i64} : (i32) -> i16
  %25 = "drr.mixed"(%i, %0) {a = 0 : i32} : (i32, i16) -> i16
  %26 = "drr.mixed"(%i, %0) {a = 2 : i32} : (i32, i16) -> i16
  "drr.keep"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15)
    : (i16, i32, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  %27 = "drr.maybe"(%f) {a = 5 : i32} : (f32) -> i16
  %28 = "drr.maybe"(%f) : (f32) -> i16
  %29 = "drr.default"(%f) : (f32) -> i16
  %30 = "drr.default"(%f) {a = 7 : i32} : (f32) -> i16
  %31 = "drr.default"(%f) {a = 8 : i32} : (f32) -> i16
  "drr.keep"(%27, %28, %29, %30, %31) : (i16, i16, i16, i16, i16) -> ()
  "drr.keep"(%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26)
    : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  %32 = "drr.flag"(%i) {a} : (i32) -> i16
  %33 = "drr.one"(%32) : (i16) -> i16
  %34 = "drr.flag"(%i) : (i32) -> i16
  %35 = "drr.one"(%34) : (i16) -> i16
  "drr.keep"(%33, %35) : (i16, i16) -> ()
  %36 = "drr.one"(%i) : (i32) -> i16
  %37 = "drr.maybe"(%36) {a = 5 : i32} : (i16) -> i16
  %38 = "drr.any_attr"(%37) {a = unit} : (i16) -> i16
  "drr.keep"(%38) : (i16) -> ()
  return
}
