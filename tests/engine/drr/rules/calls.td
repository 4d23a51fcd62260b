// Calls of C++ in sources and results, and after the results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "dialect.td"
include "mlir/IR/PatternBase.td"

def AddOne : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
def AddBoth : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + $1.getInt())">;
def Width : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getType().getIntOrFloatBitWidth())">;
def Text : NativeCodeCall<"$_builder.getStringAttr(\"called\")">;
def Owner : NativeCodeCall<"$0.getOwner()">;
def DefiningOp : NativeCodeCall<"$0.getDefiningOp()">;
def Mark : NativeCodeCallVoid<"$0->setAttr(\"mark\", $1)">;
def Create : NativeCodeCall<"$_builder.create<::mlir::UnrealizedConversionCastOp>($_loc, ::mlir::TypeRange{$_builder.getI16Type()}, ::mlir::ValueRange{$0}).getResult(0)">;
def Extras : NativeCodeCall<

    "($0 = $_self->getDiscardableAttrDictionary(),"
    " ::mlir::success(!::llvm::cast<::mlir::DictionaryAttr>($0).empty()))">;

def Input : NativeCodeCall<"($0 = $_self->getOperand(0), ::mlir::success())">;

def Argument : Pat<(NumberOp I32:$x, $a), (AnyAttrOp $x, (AddOne $a))>;
def NestedCall : Pat<(NumberOp F32:$x, $a), (AnyAttrOp $x, (AddOne (AddBoth $a, (Width $x))))>;
def Leaf : Pat<(NumberOp I64:$x, $a), (AnyAttrOp $x, NativeCodeCall<"$_builder.getI32IntegerAttr($_self.getInt() - 1)">:$a)>;
def NoArgument : Pat<(OneOp I32:$x), (AnyAttrOp $x, (Text))>;
def Replacement : Pat<(OneOp F32:$x), (Create $x)>;
def InSource : Pat<(OneOp (Extras AnyAttr:$a)), (AnyAttrOp (SourceOp (returnType "$_builder.getI8Type()")), $a)>;
def OfType : Pat<(OtherOp (Input I8:$y)), (TextOp $y, ConstantStrAttr<StrAttr, "found">)>;
/// Without a constraint, what code sets is a value.
def OfAnyType : Pat<(OneOp (Input $y)), (TextOp $y, ConstantStrAttr<StrAttr, "any">)>;
def Supplement : Pattern<(OtherOp:$old I32:$x), [(TextOp:$made $x, ConstantStrAttr<StrAttr, "new">)],
    [], [(Mark (DefiningOp $made), ConstantAttr<I32Attr, "3">)]>;
