%i1, %i8, %f32, %index = "t.values"() : () -> (i1, i8, f32, index)
"t.definitions"(%i1, %f32, %index) : (i1, f32, index) -> ()
"t.definitions"(%i8, %f32, %index) : (i8, f32, index) -> ()
"t.definitions"(%i1, %f32, %i1) : (i1, f32, i1) -> ()
