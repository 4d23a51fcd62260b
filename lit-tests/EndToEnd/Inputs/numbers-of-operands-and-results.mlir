// CHECK-LABEL: func.func @operands(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @operands(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  // CHECK-NEXT: %[[NONE:.*]] = "t.none"() : () -> i32
  %none = "t.x"() : () -> i32
  // CHECK-NEXT: %[[ONE:.*]] = "t.one"(%[[A]]) : (i32) -> i32
  %one = "t.x"(%a) : (i32) -> i32
  // CHECK-NEXT: %[[TWO:.*]] = "t.two"(%[[B]], %[[A]]) : (i32, i32) -> i32
  %two = "t.x"(%a, %b) : (i32, i32) -> i32
  // CHECK-NEXT: %[[THREE:.*]] = "t.x"(%[[A]], %[[A]], %[[A]]) : (i32, i32, i32) -> i32
  %three = "t.x"(%a, %a, %a) : (i32, i32, i32) -> i32
  // CHECK-NEXT: return %[[NONE]], %[[ONE]], %[[TWO]], %[[THREE]]
  return %none, %one, %two, %three : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @producers(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @producers(%a: i32, %b: i32) -> (i32, i32) {
  // CHECK-NEXT: %[[PAIR:.*]] = "t.pair"(%[[A]], %[[B]]) : (i32, i32) -> i32
  %pair = "t.pair"(%a, %b) : (i32, i32) -> i32
  // CHECK-NEXT: %[[SINGLE:.*]] = "t.pair"(%[[A]]) : (i32) -> i32
  %single = "t.pair"(%a) : (i32) -> i32
  // CHECK-NEXT: %[[X:.*]] = "t.three"(%[[B]], %[[A]], %[[B]]) : (i32, i32, i32) -> i32
  %x = "t.x"(%b, %pair) : (i32, i32) -> i32
  // CHECK-NEXT: %[[Y:.*]] = "t.two"(%[[SINGLE]], %[[B]]) : (i32, i32) -> i32
  %y = "t.x"(%b, %single) : (i32, i32) -> i32
  // CHECK-NEXT: return %[[X]], %[[Y]]
  return %x, %y : i32, i32
}

// CHECK-LABEL: func.func @results(
// CHECK-SAME: %[[A:.*]]: i32)
func.func @results(%a: i32) -> (i32, i64, i32) {
  // CHECK-NEXT: %[[FIRST:.*]] = "t.first"(%[[A]]) : (i32) -> i32
  // CHECK-NEXT: %[[SECOND:.*]] = "t.second"(%[[A]], %[[FIRST]]) : (i32, i32) -> i64
  %two:2 = "t.x"(%a) : (i32) -> (i32, i64)
  // CHECK-NEXT: %[[THREE:.*]]:3 = "t.x"(%[[A]]) : (i32) -> (i32, i32, i32)
  %three:3 = "t.x"(%a) : (i32) -> (i32, i32, i32)
  // CHECK-NEXT: return %[[FIRST]], %[[SECOND]], %[[THREE]]#2
  return %two#0, %two#1, %three#2 : i32, i64, i32
}

// CHECK-LABEL: func.func @rest(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i64)
func.func @rest(%a: i32, %b: i64) -> (i32, i32, i32) {
  // CHECK-NEXT: "t.rest"() : () -> ()
  "t.rest"() : () -> ()
  // CHECK-NEXT: %[[X:.*]]:3 = "t.all"(%[[A]]) : (i32) -> (i32, i32, i32)
  %x:3 = "t.rest"(%a) : (i32) -> (i32, i32, i32)
  // CHECK-NEXT: "t.all"(%[[B]], %[[A]]) : (i64, i32) -> ()
  "t.rest"(%a, %b) : (i32, i64) -> ()
  // CHECK-NEXT: return %[[X]]#0, %[[X]]#1, %[[X]]#2
  return %x#0, %x#1, %x#2 : i32, i32, i32
}

// CHECK-LABEL: func.func @range(
// CHECK-SAME: %[[A:.*]]: i32)
func.func @range(%a: i32) -> i32 {
  // CHECK-NEXT: %[[ONE:.*]] = "t.one"(%[[A]]) : (i32) -> i32
  // CHECK-NEXT: "t.any"(%[[A]]) : (i32) -> i32
  // CHECK-NEXT: %[[ANY:.*]] = "t.any"(%[[ONE]]) : (i32) -> i32
  // CHECK-NEXT: return %[[ANY]]
  %x = "t.range"(%a) : (i32) -> i32
  return %x : i32
}
