func.func private @process(f32, index, i1) -> (f32, i1)
func.func private @process_checked(f32, index, i1) -> (f32, i1)
func.func private @trampoline(i32) -> (i32, i64, f32)
func.func private @target(i32) -> (i32, i64, f32)
func.func private @log(i32)

// CHECK-LABEL: func.func @stage(
// CHECK-SAME:   %[[X:.*]]: f32, %[[I:.*]]: index, %[[FLAG:.*]]: i1) -> f32
// CHECK-NEXT:   %[[V0:.*]]:2 = call @process_checked(%[[X]], %[[I]], %[[FLAG]]) : (f32, index, i1) -> (f32, i1)
// CHECK-NEXT:   %[[V1:.*]]:2 = call @process_checked(%[[V0]]#0, %[[I]], %[[V0]]#1) : (f32, index, i1) -> (f32, i1)
// CHECK-NEXT:   return %[[V1]]#0 : f32
func.func @stage(%x: f32, %i: index, %flag: i1) -> f32 {
  %0:2 = call @process(%x, %i, %flag) : (f32, index, i1) -> (f32, i1)
  %1:2 = call @process(%0#0, %i, %0#1) : (f32, index, i1) -> (f32, i1)
  return %1#0 : f32
}

// CHECK-LABEL: func.func @forward(
// CHECK-SAME:   %[[N:.*]]: i32) -> (i32, i64, f32)
// CHECK-NEXT:   %[[V0:.*]]:3 = call @target(%[[N]]) : (i32) -> (i32, i64, f32)
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2 : i32, i64, f32
func.func @forward(%n: i32) -> (i32, i64, f32) {
  %0:3 = call @trampoline(%n) : (i32) -> (i32, i64, f32)
  return %0#0, %0#1, %0#2 : i32, i64, f32
}

// Only some results are returned.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:   %[[N:.*]]: i32) -> (i32, i64)
// CHECK-NEXT:   %[[V0:.*]]:3 = call @trampoline(%[[N]]) : (i32) -> (i32, i64, f32)
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1 : i32, i64
func.func @some(%n: i32) -> (i32, i64) {
  %0:3 = call @trampoline(%n) : (i32) -> (i32, i64, f32)
  return %0#0, %0#1 : i32, i64
}

// As many values are returned, but they come from two calls.
// CHECK-LABEL: func.func @shuffled(
// CHECK-SAME:   %[[N:.*]]: i32) -> (i32, i64, f32)
// CHECK-NEXT:   %[[V0:.*]]:3 = call @trampoline(%[[N]]) : (i32) -> (i32, i64, f32)
// CHECK-NEXT:   %[[V1:.*]]:3 = call @trampoline(%[[V0]]#0) : (i32) -> (i32, i64, f32)
// CHECK-NEXT:   call @log(%[[V1]]#0) : (i32) -> ()
// CHECK-NEXT:   return %[[V0]]#0, %[[V1]]#1, %[[V0]]#2 : i32, i64, f32
func.func @shuffled(%n: i32) -> (i32, i64, f32) {
  %0:3 = call @trampoline(%n) : (i32) -> (i32, i64, f32)
  %1:3 = call @trampoline(%0#0) : (i32) -> (i32, i64, f32)
  call @log(%1#0) : (i32) -> ()
  return %0#0, %1#1, %0#2 : i32, i64, f32
}
