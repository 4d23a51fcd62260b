func.func @price(%count: i32, %net: i32, %tax: i32) -> i32 {
  %0 = arith.muli %count, %net : i32
  %1 = arith.muli %count, %tax : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

func.func @bytes(%words: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %words, %c8 : i32
  return %0 : i32
}
