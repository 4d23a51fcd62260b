%i1, %i8, %i32, %f32, %index = "t.values"() : () -> (i1, i8, i32, f32, index)
"t.types"(%i32, %i8, %f32, %f32, %index) : (i32, i8, f32, f32, index) -> ()
"t.types"(%i32, %i1, %f32, %f32, %index) : (i32, i1, f32, f32, index) -> ()
"t.types"(%i32, %i8, %f32, %i8, %index) : (i32, i8, f32, i8, index) -> ()
"t.types"(%i8, %i8, %f32, %f32, %index) : (i8, i8, f32, f32, index) -> ()
%0 = "t.attributes"(%i32) {any, kind = "fast", size = 3 : i8} : (i32) -> i32
%1 = "t.attributes"(%0) {any, kind = "slow", size = 3 : i8} : (i32) -> i32
%2 = "t.attributes"(%1) {kind = "fast", size = 3 : i8} : (i32) -> i32
%3 = "t.attributes"(%2) {any, kind = "fast"} : (i32) -> i32
%s1 = "t.source"() {n = 1 : i8} : () -> i32
%s2 = "t.source"() : () -> i32
%4 = "t.same"(%s1) {n = 1 : i8} : (i32) -> i32
%5 = "t.same"(%s1) {n = 2 : i8} : (i32) -> i32
%6 = "t.same"(%s2) : (i32) -> i32
"t.use"(%3, %4, %5, %6) : (i32, i32, i32, i32) -> ()
