// Attributes that stand for their default values where they are missing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def Forwarded : Pat<(OneOp (OpenOp $x, $a)), (NumberOp $x, $a)>;
def Two : Pat<(OtherOp (OpenOp $x, ConstantAttr<I32Attr, "2">)), (OtherOp $x)>;
def Eight : Pat<(LikeOp (OpenOp $x, ConstantAttr<I32Attr, "8">)), (LikeOp $x)>;
def Confined : Pat<(AnyAttrOp (OpenOp $x, ConfinedAttr<I32Attr, [IntPositive]>:$a), $_),
                   (AnyAttrOp $x, $a)>;
def Condition : Pat<(TextOp (OpenOp $x, $a), $text), (TextOp $x, $text),
                    [(Constraint<CPred<"$0.getInt() == 2">> $a)]>;

def ShapeForwarded : Pat<(OneOp (OpenShapeOp $x, $a)), (ShapeOp $x, $a)>;
def Squared : Pat<(OtherOp (OpenShapeOp $x, ConstantAttr<ShapeAttr, "::drr::Shape::Square">)),
                  (OtherOp $x)>;
def Rounded : Pat<(LikeOp (OpenShapeOp $x, ConstantAttr<ShapeAttr, "::drr::Shape::Round">)),
                  (LikeOp $x)>;

/// pdll reads this default as C++.
def SumForwarded : Pat<(OneOp (OpenSumOp $x, $a)), (NumberOp $x, $a)>;
def SumSeven : Pat<(OtherOp (OpenSumOp $x, ConstantAttr<I32Attr, "7">)), (OtherOp $x)>;
