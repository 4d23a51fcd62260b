func.func @f(%a: i32, %m: memref<?x8xf32>, %t: tensor<4x4xf32>) {
  %c = arith.constant 7 : i32
  %two = arith.constant dense<[1, 2]> : tensor<2xi32>
  %sum = arith.addi %a, %c : i32
  "t.values"(%sum, %a, %two, %m, %t) : (i32, i32, tensor<2xi32>, memref<?x8xf32>, tensor<4x4xf32>) -> ()
  "t.pair"(%c, %a, %two, %m, %t, %a) : (i32, i32, tensor<2xi32>, memref<?x8xf32>, tensor<4x4xf32>, i32) -> ()
  "t.user"(%sum, %sum) : (i32, i32) -> ()
  "t.empty"() {axis = 1 : i32} : () -> ()
  "t.attributes"() {
    text = "abc", empty = "", five = 5 : i64, short = 6 : i32, byte = 100 : i8, zero = 0 : i64,
    real = 1.5 : f32, half = 0.5 : f16, minus = -4.0 : f32, nan = 0x7FC00001 : f32, infinite = 0x7F800000 : f32,
    unsigned = 1.0 : f8E8M0FNU, quad = 2.0 : f128,
    list = [1, 2], numbers = array<i64: 3, 4>, order = array<i64: 1, 0>, longer = array<i64: 0, 1, 2>,
    entries = {rate = 1}, dense = dense<[1, 2]> : tensor<2xi32>
  } : () -> ()
  %v:8 = "t.sources"() : () -> (i32, memref<4xf32, strided<[2]>>, tensor<4x8xf32>, si8, f32, i1, none, index)
  "t.types"(%v#0, %v#1, %v#2, %v#3, %v#4, %v#5, %v#6, %v#7) {five = 5 : i64, byte = 100 : i8, zero = 0 : i64} : (i32, memref<4xf32, strided<[2]>>, tensor<4x8xf32>, si8, f32, i1, none, index) -> ()
  %w:4 = "t.sources"() : () -> (tensor<4x8xf32>, tensor<?x8xi32>, tensor<*xf32>, tensor<4294967296x4294967296xi8>)
  "t.shapes"(%w#0, %w#1, %w#2, %w#3) : (tensor<4x8xf32>, tensor<?x8xi32>, tensor<*xf32>, tensor<4294967296x4294967296xi8>) -> ()
  %if = scf.if %v#5 -> (i32) {
    %inner = "t.made"() : () -> i32
    "t.inner"(%sum, %inner, %v#5) : (i32, i32, i1) -> ()
    scf.yield %inner : i32
  } else {
    scf.yield %c : i32
  }
  "t.regions"() ({
    "t.first"() : () -> ()
  ^bb1:
    "t.second"() : () -> ()
  }, {
    "t.third"() : () -> ()
  }, {}) : () -> ()
  return
}
