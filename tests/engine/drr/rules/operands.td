// Captured, ignored, repeated, constrained and nested operands.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

/// A word of another operation becomes a pair with itself.
def Nested : Pat<(OneOp (WordOp $x)), (PairOp $x, $x)>;

/// The same value twice.
def Repeated : Pat<(TwoOp $x, $x), (OtherOp $x)>;

/// The type of an operand, below other operations.
def OfType : Pat<(TwoOp F32:$x, $_), (OtherOp $x)>;

/// Operations as both operands, and a value that both use.
def Diamond : Pat<(TwoOp (LikeOp $x), (OtherOp $x)), (PairOp $x, $x)>;

/// A matched operation as operand of the new one.
def Bound : Pat<(TwoOp (OneOp:$one $x), I64:$y), (PairOp $one, $y)>;

/// A type that ODS demands already.
def Word : Pat<(WordOp I32:$x), (WordOp (LikeOp $x)),
               [(Constraint<CPred<"!isa<::mlir::OpResult>($0)">> $x)]>;
