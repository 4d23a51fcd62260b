// Constraints whose questions the tables must answer, in addition to those that
// MLIR's own files define: one instance of each of MLIR's classes that has
// predicates of its own and no named instance, and questions about types and
// attributes that are common elsewhere. tests/repository/predicates makes the tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_LIBRARY
#define PDLL_PREDICATES_LIBRARY

include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"

class Asked<code text> : Type<CPred<text>>;
class AskedOfAttr<code text> : Attr<CPred<text>>;

// Types and attributes of dialects whose classes are not known.

def Lib_type_name : Asked<"::pdll::isNamed($_self, \"dialect.type\")">;
def Lib_attribute_name
    : AskedOfAttr<"::pdll::isNamed($_self, \"dialect.attribute\")">;
def Lib_type_class_name
    : Asked<"$_self.getAbstractType().getName() == \"dialect.type\"">;

// Instances of MLIR's classes.

def VectorOfRankLib : VectorOfRank<[1, 2]>;
def FixedVectorOfRankLib : FixedVectorOfRank<[1]>;
def ScalableVectorOfRankLib : ScalableVectorOfRank<[1]>;
def VectorOfLengthLib : VectorOfLength<[4]>;
def VectorOfMinLengthLib : VectorOfMinLength<2>;
def VectorOfMaxLengthLib : VectorOfMaxLength<2>;
def FixedVectorOfShapeLib : FixedVectorOfShapeAndType<[2, 2], F32>;
def ScalableVectorLib : ScalableVectorOfRankAndLengthAndType<[1], [4], [F32]>;
def NthDimLib : ShapedTypeWithNthDimOfSize<0, [1, 2]>;
def TrailingScalableLib
    : VectorWithTrailingDimScalableOfSizeAndType<[4], [F32]>;
def ValueSemanticsLib : ValueSemanticsContainerOf<[F32]>;
def UnrankedTensorLib : UnrankedTensorOf<[F32]>;
def TensorLib : TensorOf<[F32]>;
def Non0RankedTensorLib : Non0RankedTensorOf<[F32]>;
def TensorRankLib : TensorRankOf<[F32], [1, 2]>;
def StaticShapeTensorLib : StaticShapeTensorOf<[F32]>;
def UnrankedMemRefLib : UnrankedMemRefOf<[F32]>;
def Non0RankedMemRefLib : Non0RankedMemRefOf<[F32]>;
def MemRefRankLib : MemRefRankOf<[F32], [1]>;
def StaticShapeMemRefLib : StaticShapeMemRefOf<[F32]>;
def StridedMemRefLib : StridedMemRefRankOf<[F32], [1]>;
def StridedRankLib : AnyStridedMemRefOfRank<1>;
def TupleLib : TupleOf<[F32]>;
def NestedTupleLib : NestedTupleOf<[F32]>;
def ComplexLib : Complex<F32>;
def OpaqueTypeLib : OpaqueType<"dialect", "name", "summary">;

def IntElementsLib : IntElementsAttrOf<32>;
def RankedIntElementsLib : RankedI32ElementsAttr<[2]>;
def FloatElementsLib : FloatElementsAttr<32>;
def RankedFloatElementsLib : RankedF32ElementsAttr<[2]>;
def TypedStrLib : TypedStrAttr<I32>;
def IntNEQLib : IntNEQValue<1>;
def IntMinLib : IntMinValue<1>;
def IntMaxLib : IntMaxValue<1>;
def IntIsOneOfLib : IntIsOneOf<[1, 2]>;
def ArrayMaxCountLib : ArrayMaxCount<1>;
def ArrayMinCountLib : ArrayMinCount<1>;
def ArrayCountLib : ArrayCount<1>;
def DenseArrayCountLib : DenseArrayCount<1>;
def DenseArrayMaxCtLib : DenseArrayMaxCt<1>;
def DenseArrayMinCtLib : DenseArrayMinCt<1>;
def NthElemEqLib : IntArrayNthElemEq<0, 1>;
def NthElemMinLib : IntArrayNthElemMinValue<0, 1>;
def NthElemMaxLib : IntArrayNthElemMaxValue<0, 1>;
def NthElemInRangeLib : IntArrayNthElemInRange<0, 1, 2>;
foreach array = [DenseBoolArrayAttr, DenseI8ArrayAttr, DenseI16ArrayAttr,
                 DenseI32ArrayAttr, DenseI64ArrayAttr, DenseF32ArrayAttr,
                 DenseF64ArrayAttr] in {
  def array # PositiveLib : DenseArrayStrictlyPositive<array>;
  def array # NonNegativeLib : DenseArrayNonNegative<array>;
  def array # SortedLib : DenseArraySorted<array>;
  def array # StrictlySortedLib : DenseArrayStrictlySorted<array>;
}
def ConstantI32Lib : ConstantAttr<I32Attr, "1">;
def ConstantSI32Lib : ConstantAttr<SI32Attr, "1">;
def ConstantUI32Lib : ConstantAttr<UI32Attr, "1">;
def ConstantIndexLib : ConstantAttr<IndexAttr, "1">;
def ConstantF32Lib : ConstF32Attr<"1.0">;
def ConstantF64Lib : ConstantAttr<F64Attr, "1.0">;
def ConstantStrLib : ConstantStrAttr<StrAttr, "text">;
def ConstantStrArrayLib : ConstantAttr<StrAttr, "\"text\"">;

// Questions about types.

foreach method = ["isBF16", "isTF32", "isIntOrIndex", "isIntOrFloat",
                  "isIntOrIndexOrFloat", "isSignlessIntOrFloat",
                  "isSignlessIntOrIndexOrFloat", "isInteger", "isFloat"] in
  def Lib_#method : Asked<"$_self." # method # "()">;
def Lib_bitWidth : Asked<"$_self.getIntOrFloatBitWidth() == 8">;
def Lib_integerWidth : Asked<"cast<IntegerType>($_self).getWidth() == 8">;
def Lib_floatWidth : Asked<"cast<FloatType>($_self).getWidth() == 8">;
foreach method = ["isSignless", "isSigned", "isUnsigned",
                  "isSignedInteger", "isUnsignedInteger"] in
  def Lib_integer_#method
      : Asked<"cast<IntegerType>($_self)." # method # "()">;
foreach base = ["ShapedType", "TensorType", "RankedTensorType",
                 "BaseMemRefType", "MemRefType", "VectorType"] in {
  def Lib_#base#_rank : Asked<"cast<" # base # ">($_self).getRank() == 1">;
  def Lib_#base#_hasRank : Asked<"cast<" # base # ">($_self).hasRank()">;
  def Lib_#base#_static
      : Asked<"cast<" # base # ">($_self).hasStaticShape()">;
  def Lib_#base#_size
      : Asked<"cast<" # base # ">($_self).getNumElements() == 1">;
  def Lib_#base#_dim
      : Asked<"cast<" # base # ">($_self).getDimSize(0) == 1">;
  def Lib_#base#_dynamic
      : Asked<"cast<" # base # ">($_self).isDynamicDim(0)">;
  def Lib_#base#_shape
      : Asked<"cast<" # base # ">($_self).getShape() == ArrayRef<int64_t>({1})">;
}
def Lib_scalable : Asked<"cast<VectorType>($_self).isScalable()">;
def Lib_scalableDims
    : Asked<"cast<VectorType>($_self).getNumScalableDims() == 1">;
def Lib_identityLayout
    : Asked<"cast<MemRefType>($_self).getLayout().isIdentity()">;
def Lib_tupleSize : Asked<"cast<TupleType>($_self).size() == 1">;
def Lib_inputs : Asked<"cast<FunctionType>($_self).getNumInputs() == 1">;
def Lib_results : Asked<"cast<FunctionType>($_self).getNumResults() == 1">;

// Questions about attributes.

def Lib_string
    : AskedOfAttr<"cast<StringAttr>($_self).getValue() == \"text\"">;
def Lib_stringEmpty : AskedOfAttr<"cast<StringAttr>($_self).getValue().empty()">;
def Lib_stringSize
    : AskedOfAttr<"cast<StringAttr>($_self).getValue().size() == 1">;
foreach method = ["starts_with", "ends_with", "contains"] in
  def Lib_string_#method
      : AskedOfAttr<"cast<StringAttr>($_self).getValue()." # method
                    # "(\"text\")">;
def Lib_symbol
    : AskedOfAttr<"cast<FlatSymbolRefAttr>($_self).getValue() == \"text\"">;
def Lib_intUnsigned
    : AskedOfAttr<"cast<IntegerAttr>($_self).getUInt() == 1">;
def Lib_intSigned : AskedOfAttr<"cast<IntegerAttr>($_self).getSInt() == 1">;
foreach method = ["getSExtValue", "getZExtValue", "getBitWidth"] in
  def Lib_int_#method
      : AskedOfAttr<"cast<IntegerAttr>($_self).getValue()." # method
                    # "() == 1">;
foreach method = ["isZero", "isOne", "isAllOnes", "isNonNegative"] in
  def Lib_int_#method
      : AskedOfAttr<"cast<IntegerAttr>($_self).getValue()." # method # "()">;
foreach method = ["isZero", "isNegative", "isNaN", "isInfinity", "isFinite"] in
  def Lib_float_#method
      : AskedOfAttr<"cast<FloatAttr>($_self).getValue()." # method # "()">;
def Lib_float
    : AskedOfAttr<"cast<FloatAttr>($_self).getValueAsDouble() == 1.0">;
def Lib_bool : AskedOfAttr<"cast<BoolAttr>($_self).getValue()">;
foreach base = ["ElementsAttr", "DenseElementsAttr", "DenseIntElementsAttr",
                 "DenseFPElementsAttr"] in {
  def Lib_#base#_splat : AskedOfAttr<"cast<" # base # ">($_self).isSplat()">;
  def Lib_#base#_size
      : AskedOfAttr<"cast<" # base # ">($_self).getNumElements() == 1">;
}
foreach base = ["DenseElementsAttr", "SplatElementsAttr"] in
  def Lib_#base#_is : AskedOfAttr<"isa<" # base # ">($_self)">;
foreach base = ["ArrayAttr", "DictionaryAttr", "DenseArrayAttr"] in {
  def Lib_#base#_empty : AskedOfAttr<"cast<" # base # ">($_self).empty()">;
  def Lib_#base#_size : AskedOfAttr<"cast<" # base # ">($_self).size() == 1">;
}
def Lib_dictionary
    : AskedOfAttr<"cast<DictionaryAttr>($_self).contains(\"text\")">;
foreach method = ["isIdentity", "isPermutation", "isProjectedPermutation",
                  "isMinorIdentity", "isEmpty", "isConstant"] in
  def Lib_map_#method
      : AskedOfAttr<"cast<AffineMapAttr>($_self).getValue()." # method # "()">;
foreach method = ["getNumDims", "getNumSymbols", "getNumInputs",
                  "getNumResults"] in
  def Lib_map_#method
      : AskedOfAttr<"cast<AffineMapAttr>($_self).getValue()." # method
                    # "() == 1">;

#endif // PDLL_PREDICATES_LIBRARY
