// Required, optional, default-valued, constant and constrained attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Zero : Pat<(NumberOp $x, ConstantAttr<I32Attr, "0">), (OtherOp $x)>;

def Positive : Pat<(NumberOp $x, ConfinedAttr<I32Attr, [IntPositive]>:$a),
                   (LikeNumberOp $x, $a)>;

/// The attribute is missing from some operations.
def Maybe : Pat<(MaybeOp F32:$x, $a), (TextOp $x, ConstantStrAttr<StrAttr, "maybe">)>;
def MaybeForwarded : Pat<(AnyAttrOp (MaybeOp $x, $a), $_), (MaybeOp $x, $a)>;
def MaybeDefault : Pat<(OneOp (MaybeOp $x, $a)), (DefaultOp $x, $a)>;
def MaybeFive : Pat<(OtherOp (MaybeOp $x, ConstantAttr<I32Attr, "5">)),
                    (OneOp $x)>;

def MaybeNone : Pat<(AnyAttrOp (MaybeOp (OneOp $x), $_), $_),
                    (MaybeOp $x, (NativeCodeCall<"::mlir::IntegerAttr()">))>;

def Default : Pat<(LikeOp (DefaultOp $x, $a)), (NumberOp $x, $a)>;
def DefaultSeven : Pat<(DefaultOp F32:$x, ConstantAttr<I32Attr, "7">),
                       (NumberOp $x, ConstantAttr<I32Attr, "-7">)>;

def Text : Pat<(TextOp $x, ConstantStrAttr<StrAttr, "a b">),
               (TextOp $x, ConstantStrAttr<StrAttr, "c d">)>;

def Typed : Pat<(AnyAttrOp $x, F32Attr:$a), (AnyAttrOp (OneOp $x, (returnType $x)), $a),
                [(Constraint<CPred<"!isa<::mlir::OpResult>($0)">> $x)]>;

def Flag : Pat<(FlagOp $x, $a), (AnyAttrOp $x, $a),
               [(Constraint<CPred<"$0 != nullptr">> $a)]>;

/// A flag that is not set is missing.
def FlagForwarded : Pat<(OneOp (FlagOp $x, $a)), (FlagOp $x, $a)>;

/// Two attributes.
def Two : Pat<(TwoNumbersOp $x, $a, ConstantAttr<I64Attr, "3">),
              (NumberOp $x, $a)>;

/// An attribute between operands.
def Mixed : Pat<(MixedOp $x, $a, $y), (MixedOp $y, ConstantAttr<I32Attr, "1">, $x),
                [(Constraint<CPred<"$0.getInt() == 0">> $a)]>;
