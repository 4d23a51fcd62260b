// pdll infers result types only for operations whose operands and attributes are
// right, because inference may crash on others. Where no trait says that, the
// messages of MLIR's verifier do. If one of them changes here, change `check` in
// cpp-shim/runtime/patterns/TypeInference.cpp.
//
// RUN: not mlir-opt --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: 'arith.addui_extended' op expected 2 results
func.func @f(%a: i32) {
  "arith.addui_extended"(%a, %a) : (i32, i32) -> ()
  return
}

// -----

// CHECK: error: 'gpu.alloc' op expected 1 or more results
func.func @f() {
  "gpu.alloc"() {operandSegmentSizes = array<i32: 0, 0, 0>} : () -> ()
  return
}

// -----

// CHECK: error: 'memref.load' op expected 1 or more operands, but found 0
func.func @f() {
  "memref.load"() : () -> i32
  return
}

// -----

// CHECK: error: 'vector.fma' op expected 3 operands, but found 1
func.func @f(%a: vector<2xf32>) {
  "vector.fma"(%a) : (vector<2xf32>) -> vector<2xf32>
  return
}

// -----

// CHECK: error: 'arith.addi' op operand #0 must be
func.func @f(%a: f32) {
  "arith.addi"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

// CHECK: error: 'arith.constant' op requires attribute 'value'
func.func @f() {
  "arith.constant"() : () -> i32
  return
}

// -----

// CHECK: error: 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint
func.func @f(%a: i32) {
  "arith.cmpi"(%a, %a) {predicate = 1 : i32} : (i32, i32) -> i1
  return
}
