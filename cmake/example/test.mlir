// The pass of each target replaces Toy's operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @double(%value: i32) -> i32 {
  // Ours: arith.shli %arg0
  // Upstreams: arith.addi %arg0, %arg0
  // Alone: arith.addi %arg0, %arg0
  // load-patterns: arith.shli %arg0
  %double = "toy.double"(%value) : (i32) -> i32
  return %double : i32
}
