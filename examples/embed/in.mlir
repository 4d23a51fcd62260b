func.func @f(%a: i32, %b: i64) -> (i32, i64) {
  %c8 = arith.constant 8 : i32
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %c8 : i32
  %2 = arith.addi %b, %b : i64
  return %1, %2 : i32, i64
}
