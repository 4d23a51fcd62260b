// Optional operands, and ranges of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

/// A range of any length, captured.
def Range : Pat<(OneOp (ListOp $xs)), (ListOp $xs)>;

/// Ranges of fixed length.
def Two : Pat<(ListOp (variadic $x, $y)), (PairOp $y, $x)>;
def Definitions : Pat<(ListOp (variadic:$xs (OtherOp $x), $_, $_)), (MiddleOp $x, $xs, $x)>;
def Empty : Pat<(OtherOp (ListOp (variadic))), (SourceOp)>;

/// An operand that may be missing.
def Optional : Pat<(OneOp (OptionalOp $x, $y)), (OptionalOp $x, $y)>;

/// The range stands between two operands.
def Middle : Pat<(MiddleOp $x, $ys, $z), (ListOp (variadic $z, $x)),
                 [(Constraint<CPred<"$0.size() == 1">> $ys)]>;
def MiddleRange : Pat<(OneOp (MiddleOp $x, $ys, $z)), (MiddleOp $z, $ys, $x)>;

/// Segments whose sizes are an attribute.
def Segments : Pat<(OneOp (SegmentsOp $xs, $y, $zs, $tag)),
                   (SegmentsOp $zs, $y, $xs, $tag)>;
def FixedSegments : Pat<(OneOp (SizesOp (variadic $a, $b), (variadic $c))), (PairOp $c, $a)>;
def EmptySegment : Pat<(OneOp (SizesOp (variadic $a, $b), (variadic))), (PairOp $b, $a)>;

/// Ranges of equal length.
def Halves : Pat<(OneOp (HalvesOp $xs, $ys)), (HalvesOp $ys, $xs)>;
