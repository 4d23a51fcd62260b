// The locations of new operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Default : Pat<(OneOp (WordOp $x)), (OtherOp (LikeOp $x))>;
def Name : Pat<(OneOp (OtherOp $x)), (PairOp $x, $x, (location "name"))>;
def Symbol : Pat<(TwoOp:$root (WordOp:$w $x), $y), (PairOp (LikeOp $x, (location $w)), $y, (location $root))>;
def Fused : Pat<(SumOp:$root (WordOp:$w $x), $y), (SumOp $y, $x, (location $w, $root))>;
def Metadata : Pat<(LikeOp:$root (WordOp:$w $x)), (OtherOp $x, (location "info", $w, $root))>;
def Operand : Pat<(LikeOp (OneOp $x)), (OtherOp $x, (location $x))>;
def Nested : Pat<(TextOp:$t (TextOp (TextOp $x, $_), $a), $_), (TextOp (LikeOp $x), $a)>;
