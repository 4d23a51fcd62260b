func.func @f(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 2 : i32
  %0 = arith.muli %a, %c3 : i32
  %1 = arith.muli %0, %a : i32
  return %1 : i32
}
