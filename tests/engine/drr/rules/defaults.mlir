func.func @defaults(%w: i16) {
  %0 = "drr.open"(%w) : (i16) -> i16
  %1 = "drr.one"(%0) : (i16) -> i16
  %2 = "drr.open"(%w) : (i16) -> i16
  %3 = "drr.other"(%2) : (i16) -> i16
  %4 = "drr.open"(%w) : (i16) -> i16
  %5 = "drr.like"(%4) : (i16) -> i16
  %6 = "drr.open"(%w) : (i16) -> i16
  %7 = "drr.any_attr"(%6) {a = unit} : (i16) -> i16
  %8 = "drr.open"(%w) : (i16) -> i16
  %9 = "drr.text"(%8) {a = "t"} : (i16) -> i16
  %10 = "drr.open"(%w) {a = 2 : i32} : (i16) -> i16
  %11 = "drr.one"(%10) : (i16) -> i16
  %12 = "drr.open"(%w) {a = 2 : i32} : (i16) -> i16
  %13 = "drr.other"(%12) : (i16) -> i16
  %14 = "drr.open"(%w) {a = 2 : i32} : (i16) -> i16
  %15 = "drr.like"(%14) : (i16) -> i16
  %16 = "drr.open"(%w) {a = 2 : i32} : (i16) -> i16
  %17 = "drr.any_attr"(%16) {a = unit} : (i16) -> i16
  %18 = "drr.open"(%w) {a = 2 : i32} : (i16) -> i16
  %19 = "drr.text"(%18) {a = "t"} : (i16) -> i16
  %20 = "drr.open"(%w) {a = 8 : i32} : (i16) -> i16
  %21 = "drr.one"(%20) : (i16) -> i16
  %22 = "drr.open"(%w) {a = 8 : i32} : (i16) -> i16
  %23 = "drr.other"(%22) : (i16) -> i16
  %24 = "drr.open"(%w) {a = 8 : i32} : (i16) -> i16
  %25 = "drr.like"(%24) : (i16) -> i16
  %26 = "drr.open"(%w) {a = 8 : i32} : (i16) -> i16
  %27 = "drr.any_attr"(%26) {a = unit} : (i16) -> i16
  %28 = "drr.open"(%w) {a = 8 : i32} : (i16) -> i16
  %29 = "drr.text"(%28) {a = "t"} : (i16) -> i16
  %30 = "drr.open"(%w) {a = -1 : i32} : (i16) -> i16
  %31 = "drr.one"(%30) : (i16) -> i16
  %32 = "drr.open"(%w) {a = -1 : i32} : (i16) -> i16
  %33 = "drr.other"(%32) : (i16) -> i16
  %34 = "drr.open"(%w) {a = -1 : i32} : (i16) -> i16
  %35 = "drr.like"(%34) : (i16) -> i16
  %36 = "drr.open"(%w) {a = -1 : i32} : (i16) -> i16
  %37 = "drr.any_attr"(%36) {a = unit} : (i16) -> i16
  %38 = "drr.open"(%w) {a = -1 : i32} : (i16) -> i16
  %39 = "drr.text"(%38) {a = "t"} : (i16) -> i16
  %40 = "drr.open_shape"(%w) : (i16) -> i16
  %41 = "drr.one"(%40) : (i16) -> i16
  %42 = "drr.open_shape"(%w) : (i16) -> i16
  %43 = "drr.other"(%42) : (i16) -> i16
  %44 = "drr.open_shape"(%w) : (i16) -> i16
  %45 = "drr.like"(%44) : (i16) -> i16
  %46 = "drr.open_shape"(%w) : (i16) -> i16
  %47 = "drr.any_attr"(%46) {a = unit} : (i16) -> i16
  %48 = "drr.open_shape"(%w) : (i16) -> i16
  %49 = "drr.text"(%48) {a = "t"} : (i16) -> i16
  %50 = "drr.open_shape"(%w) {a = #drr.shape<square>} : (i16) -> i16
  %51 = "drr.one"(%50) : (i16) -> i16
  %52 = "drr.open_shape"(%w) {a = #drr.shape<square>} : (i16) -> i16
  %53 = "drr.other"(%52) : (i16) -> i16
  %54 = "drr.open_shape"(%w) {a = #drr.shape<square>} : (i16) -> i16
  %55 = "drr.like"(%54) : (i16) -> i16
  %56 = "drr.open_shape"(%w) {a = #drr.shape<square>} : (i16) -> i16
  %57 = "drr.any_attr"(%56) {a = unit} : (i16) -> i16
  %58 = "drr.open_shape"(%w) {a = #drr.shape<square>} : (i16) -> i16
  %59 = "drr.text"(%58) {a = "t"} : (i16) -> i16
  %60 = "drr.open_shape"(%w) {a = #drr.shape<round>} : (i16) -> i16
  %61 = "drr.one"(%60) : (i16) -> i16
  %62 = "drr.open_shape"(%w) {a = #drr.shape<round>} : (i16) -> i16
  %63 = "drr.other"(%62) : (i16) -> i16
  %64 = "drr.open_shape"(%w) {a = #drr.shape<round>} : (i16) -> i16
  %65 = "drr.like"(%64) : (i16) -> i16
  %66 = "drr.open_shape"(%w) {a = #drr.shape<round>} : (i16) -> i16
  %67 = "drr.any_attr"(%66) {a = unit} : (i16) -> i16
  %68 = "drr.open_shape"(%w) {a = #drr.shape<round>} : (i16) -> i16
  %69 = "drr.text"(%68) {a = "t"} : (i16) -> i16
  %70 = "drr.open_sum"(%w) : (i16) -> i16
  %71 = "drr.one"(%70) : (i16) -> i16
  %72 = "drr.open_sum"(%w) : (i16) -> i16
  %73 = "drr.other"(%72) : (i16) -> i16
  %74 = "drr.open_sum"(%w) : (i16) -> i16
  %75 = "drr.like"(%74) : (i16) -> i16
  %76 = "drr.open_sum"(%w) : (i16) -> i16
  %77 = "drr.any_attr"(%76) {a = unit} : (i16) -> i16
  %78 = "drr.open_sum"(%w) : (i16) -> i16
  %79 = "drr.text"(%78) {a = "t"} : (i16) -> i16
  %80 = "drr.open_sum"(%w) {a = 7 : i32} : (i16) -> i16
  %81 = "drr.one"(%80) : (i16) -> i16
  %82 = "drr.open_sum"(%w) {a = 7 : i32} : (i16) -> i16
  %83 = "drr.other"(%82) : (i16) -> i16
  %84 = "drr.open_sum"(%w) {a = 7 : i32} : (i16) -> i16
  %85 = "drr.like"(%84) : (i16) -> i16
  %86 = "drr.open_sum"(%w) {a = 7 : i32} : (i16) -> i16
  %87 = "drr.any_attr"(%86) {a = unit} : (i16) -> i16
  %88 = "drr.open_sum"(%w) {a = 7 : i32} : (i16) -> i16
  %89 = "drr.text"(%88) {a = "t"} : (i16) -> i16
  %90 = "drr.open_sum"(%w) {a = 0 : i32} : (i16) -> i16
  %91 = "drr.one"(%90) : (i16) -> i16
  %92 = "drr.open_sum"(%w) {a = 0 : i32} : (i16) -> i16
  %93 = "drr.other"(%92) : (i16) -> i16
  %94 = "drr.open_sum"(%w) {a = 0 : i32} : (i16) -> i16
  %95 = "drr.like"(%94) : (i16) -> i16
  %96 = "drr.open_sum"(%w) {a = 0 : i32} : (i16) -> i16
  %97 = "drr.any_attr"(%96) {a = unit} : (i16) -> i16
  %98 = "drr.open_sum"(%w) {a = 0 : i32} : (i16) -> i16
  %99 = "drr.text"(%98) {a = "t"} : (i16) -> i16
  "drr.keep"(%1, %3, %5, %7, %9, %11, %13, %15, %17, %19) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  "drr.keep"(%21, %23, %25, %27, %29, %31, %33, %35, %37, %39) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  "drr.keep"(%41, %43, %45, %47, %49, %51, %53, %55, %57, %59) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  "drr.keep"(%61, %63, %65, %67, %69, %71, %73, %75, %77, %79) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  "drr.keep"(%81, %83, %85, %87, %89, %91, %93, %95, %97, %99) : (i16, i16, i16, i16, i16, i16, i16, i16, i16, i16) -> ()
  return
}
