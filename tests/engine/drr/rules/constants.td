// Constants as operands.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def AnyConstant : Pat<(OneOp (ConstantLikeMatcher AnyAttr:$a)), (AnyAttrOp (SourceOp (returnType "$_builder.getI8Type()")), $a)>;
def Number : Pat<(TwoOp $x, (ConstantLikeMatcher I32Attr:$a)), (NumberOp $x, $a)>;
def ByOp : Pat<(PairOp (ConstantOp $a), (ConstantOp $b)), (ListOp (variadic (AnyAttrOp (SourceOp (returnType "$_builder.getI8Type()")), $b, (returnType "$_builder.getI8Type()")), (SourceOp (returnType "$_builder.getI8Type()"))))>;
