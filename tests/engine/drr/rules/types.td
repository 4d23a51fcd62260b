// The types of the results of new operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

/// The root's types, even where the operation could infer others.
def Root : Pat<(OneOp I32:$x), (WidthOp $x, ConstantAttr<I32Attr, "16">)>;

/// Inferred types.
def Like : Pat<(OneOp F32:$x), (PairOp (LikeOp $x), (IndexOp $x))>;
def Computed : Pat<(NumberOp I32:$x, $a),
    (PairOp (WidthOp $x, $a), (WidthOp $x, ConstantAttr<I32Attr, "9">))>;
def Second : Pat<(TwoOp F32:$x, $y), (PairOp (SecondOp $x, $y), (SecondOp $y, $x))>;
def LikeAttribute : Pat<(NumberOp F32:$x, $a), (OtherOp (LikeNumberOp $x, $a))>;

/// Stated types.
def OfValue : Pat<(OneOp I64:$x), (PairOp (OtherOp $x, (returnType $x)), $x)>;
def Written : Pat<(TwoOp I64:$x, $y),
    (PairOp (OtherOp $x, (returnType "$_builder.getI8Type()")),
            (OtherOp $y, (returnType "$_builder.getF16Type()")))>;
def Called : Pat<(WordOp $x),
    (OtherOp (OtherOp (LikeOp $x), (returnType (NativeCodeCall<"$0.getType()"> $x))))>;
def OfBuilt : Pat<(OtherOp F64:$x),
    (PairOp (LikeOp:$l $x), (TwoOp $l, $x, (returnType $l)))>;
