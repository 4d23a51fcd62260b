func.func private @report()

// CHECK-LABEL: func.func @loops(
// CHECK-SAME:   %[[N:.*]]: i32, %[[LIMIT:.*]]: i32) -> (i32, i32, i32)
// CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:   %[[V0:.*]] = arith.maxsi %[[N]], %[[LIMIT]] : i32
// CHECK-NEXT:   %[[V1:.*]]:2 = scf.while (%[[ARG2:.*]] = %[[N]], %[[ARG3:.*]] = %[[LIMIT]]) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %[[V2:.*]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// CHECK-NEXT:     scf.condition(%[[V2]]) %[[ARG2]], %[[ARG3]] : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%[[ARG2]]: i32, %[[ARG3]]: i32):
// CHECK-NEXT:     %[[V2]] = arith.shli %[[ARG2]], %[[C1_I32]] : i32
// CHECK-NEXT:     scf.yield %[[V2]], %[[ARG3]] : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]], %[[LIMIT]], %[[V1]]#0 : i32, i32, i32
func.func @loops(%n: i32, %limit: i32) -> (i32, i32, i32) {
  %one = arith.constant 1 : i32
  %0:2 = scf.while (%i = %n, %end = %limit) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi slt, %i, %end : i32
    scf.condition(%more) %i, %end : i32, i32
  } do {
  ^bb0(%i: i32, %end: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next, %end : i32, i32
  } attributes {counts}
  %1:2 = scf.while (%i = %n, %end = %limit) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi slt, %i, %end : i32
    scf.condition(%more) %i, %end : i32, i32
  } do {
  ^bb0(%i: i32, %end: i32):
    %next = arith.shli %i, %one : i32
    scf.yield %next, %end : i32, i32
  }
  return %0#0, %0#1, %1#0 : i32, i32, i32
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:   %[[FLAG:.*]]: i1, %[[X:.*]]: f32) -> f32
// CHECK-NEXT:   scf.if %[[FLAG]] {
// CHECK-NEXT:     func.call @report() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V0:.*]] = scf.if %[[FLAG]] -> (f32) {
// CHECK-NEXT:     func.call @report() : () -> ()
// CHECK-NEXT:     scf.yield %[[X]] : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %[[V1:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT:     scf.yield %[[V1]] : f32
// CHECK-NEXT:   } {cold}
// CHECK-NEXT:   return %[[V0]] : f32
func.func @branches(%flag: i1, %x: f32) -> f32 {
  scf.if %flag {
    func.call @report() : () -> ()
  } {cold}
  scf.if %flag {
    func.call @report() : () -> ()
  }
  %0 = scf.if %flag -> f32 {
    func.call @report() : () -> ()
    scf.yield %x : f32
  } else {
    %1 = math.exp %x : f32
    scf.yield %1 : f32
  } {cold}
  return %0 : f32
}
