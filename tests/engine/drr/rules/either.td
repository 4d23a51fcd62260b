// Operands in either order.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Leaf : Pat<(TwoOp (either (WordOp $x), F32:$y)), (PairOp $x, $y)>;
def Both : Pat<(TwoOp (either (OneOp $x), (OtherOp $y))), (PairOp $x, $y)>;

/// Both orders match; the one that is written wins.
def Same : Pat<(PairOp (either (LikeOp:$a $x), (LikeOp:$b $y))), (TwoOp $a, $b)>;

/// In a nested operation.
def Inner : Pat<(OneOp (TwoOp (either (WordOp $x), $y))), (PairOp $y, $x)>;
