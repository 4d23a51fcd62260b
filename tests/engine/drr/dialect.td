// A dialect whose operations have every feature that a rewrite rule can touch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef DRR_DIALECT
#define DRR_DIALECT

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Drr_Dialect : Dialect {
  let name = "drr";
  let cppNamespace = "::drr";
  let useDefaultAttributePrinterParser = 1;
}

class Drr_Op<string name, list<Trait> traits = []>
    : Op<Drr_Dialect, name, traits>;

//===- Enums --------------------------------------------------------------===//

def Red : I32EnumAttrCase<"Red", 0, "red">;
def Green : I32EnumAttrCase<"Green", 5, "green">;
def Color : I32EnumAttr<"Color", "a color", [Red, Green]> {
  let cppNamespace = "::drr";
}

def Round : I32EnumCase<"Round", 0, "round">;
def Square : I32EnumCase<"Square", 1, "square">;
def ShapeEnum : I32Enum<"Shape", "a shape", [Round, Square]> {
  let cppNamespace = "::drr";
}
def ShapeAttr : EnumAttr<Drr_Dialect, ShapeEnum, "shape"> {
  let assemblyFormat = "`<` $value `>`";
}

//===- Operands -----------------------------------------------------------===//

def SourceOp : Drr_Op<"source"> {
  let results = (outs AnyType:$value);
}

/// Keeps what it uses.
def KeepOp : Drr_Op<"keep"> {
  let arguments = (ins Variadic<AnyType>:$values);
}

class Drr_OneToOne<string name, list<Trait> traits = []>
    : Drr_Op<name, traits> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$result);
}
def OneOp : Drr_OneToOne<"one">;
def OtherOp : Drr_OneToOne<"other">;
def LikeOp : Drr_OneToOne<"like", [SameOperandsAndResultType]>;

class Drr_TwoToOne<string name, list<Trait> traits = []>
    : Drr_Op<name, traits> {
  let arguments = (ins AnyType:$x, AnyType:$y);
  let results = (outs AnyType:$result);
}
def TwoOp : Drr_TwoToOne<"two">;
def PairOp : Drr_TwoToOne<"pair">;
def SumOp : Drr_TwoToOne<"sum", [SameOperandsAndResultType, Commutative]>;

def WordOp : Drr_Op<"word"> {
  let arguments = (ins I32:$x);
  let results = (outs I32:$result);
}

def OptionalOp : Drr_Op<"optional"> {
  let arguments = (ins AnyType:$x, Optional<AnyType>:$y);
  let results = (outs AnyType:$result);
}

def ListOp : Drr_Op<"list"> {
  let arguments = (ins Variadic<AnyType>:$xs);
  let results = (outs AnyType:$result);
}

/// The range is neither first nor last.
def MiddleOp : Drr_Op<"middle"> {
  let arguments = (ins AnyType:$x, Variadic<AnyType>:$ys, AnyType:$z);
  let results = (outs AnyType:$result);
}

def SegmentsOp : Drr_Op<"segments", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$xs, Optional<AnyType>:$y,
                       Variadic<AnyType>:$zs, I32Attr:$tag);
  let results = (outs AnyType:$result);
}

def SizesOp : Drr_Op<"sizes", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$xs, Variadic<AnyType>:$ys);
  let results = (outs AnyType:$result);
}

def HalvesOp : Drr_Op<"halves", [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$xs, Variadic<AnyType>:$ys);
  let results = (outs AnyType:$result);
}

//===- Attributes ---------------------------------------------------------===//

class Drr_WithAttr<string name, AttrConstraint kind, list<Trait> traits = []>
    : Drr_Op<name, traits> {
  let arguments = (ins AnyType:$x, kind:$a);
  let results = (outs AnyType:$result);
}
def NumberOp : Drr_WithAttr<"number", I32Attr>;
def LikeNumberOp : Drr_WithAttr<"like_number", I32Attr,
                                [SameOperandsAndResultType]>;
def MaybeOp : Drr_WithAttr<"maybe", OptionalAttr<I32Attr>>;
def DefaultOp : Drr_WithAttr<"default", DefaultValuedAttr<I32Attr, "7">>;
/// These are not set when the operation is created.
def OpenOp : Drr_WithAttr<"open", DefaultValuedOptionalAttr<I32Attr, "2">>;
def OpenShapeOp : Drr_WithAttr<"open_shape",
    DefaultValuedOptionalAttr<ShapeAttr, "::drr::Shape::Square">>;
def OpenSumOp : Drr_WithAttr<"open_sum", DefaultValuedOptionalAttr<I32Attr, "3 + 4">>;
def AnyAttrOp : Drr_WithAttr<"any_attr", AnyAttr>;
def TextOp : Drr_WithAttr<"text", StrAttr>;
def FlagOp : Drr_WithAttr<"flag", UnitAttr>;
def ColorOp : Drr_WithAttr<"color", Color>;
def ShapeOp : Drr_WithAttr<"shape", ShapeAttr>;

def TwoNumbersOp : Drr_Op<"two_numbers"> {
  let arguments = (ins AnyType:$x, I32Attr:$a, I64Attr:$b);
  let results = (outs AnyType:$result);
}

/// The attribute stands between the operands.
def MixedOp : Drr_Op<"mixed"> {
  let arguments = (ins AnyType:$x, I32Attr:$a, AnyType:$y);
  let results = (outs AnyType:$result);
}

def PropertyOp : Drr_Op<"property"> {
  let arguments = (ins AnyType:$x, I64Prop:$p, I32Attr:$a);
  let results = (outs AnyType:$result);
}

//===- Results ------------------------------------------------------------===//

class Drr_OneToTwo<string name> : Drr_Op<name> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$first, AnyType:$second);
}
def SplitOp : Drr_OneToTwo<"split">;
def OtherSplitOp : Drr_OneToTwo<"other_split">;

class Drr_OneToMany<string name> : Drr_Op<name> {
  let arguments = (ins AnyType:$x);
  let results = (outs Variadic<AnyType>:$results);
}
def ManyOp : Drr_OneToMany<"many">;
def OtherManyOp : Drr_OneToMany<"other_many">;

def NoteOp : Drr_Op<"note"> {
  let arguments = (ins AnyType:$x, I32Attr:$a);
}
def OtherNoteOp : Drr_Op<"other_note"> {
  let arguments = (ins AnyType:$x, I32Attr:$a);
}

//===- Types of results ---------------------------------------------------===//

/// ODS knows the type of the result.
def IndexOp : Drr_Op<"index"> {
  let arguments = (ins AnyType:$x);
  let results = (outs Index:$result);
}

/// C++ computes the type of the result, an integer of this width.
def WidthOp : Drr_Op<"width", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins AnyType:$x, DefaultValuedAttr<I32Attr, "4">:$width);
  let results = (outs AnyType:$result);
}

/// The type of the result is that of the second operand.
def SecondOp : Drr_Op<"second", [AllTypesMatch<["y", "result"]>]> {
  let arguments = (ins AnyType:$x, AnyType:$y);
  let results = (outs AnyType:$result);
}

def FirstAttrOp : Drr_Op<"first_attr", [FirstAttrDerivedResultType]> {
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs AnyType:$result);
}

/// Its builder creates an operation whose result has the type `i8`.
def BuiltOp : Drr_Op<"built"> {
  let arguments = (ins AnyType:$x, I32Attr:$a);
  let results = (outs AnyType:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$x, "::mlir::IntegerAttr":$a), [{
    build($_builder, $_state, $_builder.getI8Type(), x, a);
  }]>];
}

def ConstantOp : Drr_Op<"constant", [
    ConstantLike, FirstAttrDerivedResultType,
    AllTypesMatch<["value", "result"]>]> {
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs AnyType:$result);
  let hasFolder = 1;
}

def RegionOp : Drr_Op<"region"> {
  let arguments = (ins AnyType:$x);
  let regions = (region AnyRegion:$body);
  let results = (outs AnyType:$result);
}

#endif // DRR_DIALECT
