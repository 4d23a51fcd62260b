//! The constraints that MLIR's common files define.

/// The files, and the names of the constraints that they define. Each name stands
/// at the first file that defines it.
pub const COMMON: &[(&str, &str)] = &[
    (
        "mlir/IR/CommonTypeConstraints.td",
        "\
         AnyComplex AnyFixedVectorOfAnyRank AnyFixedVectorOfNonZeroRank AnyFloat AnyI1 AnyI16 \
         AnyI32 AnyI64 AnyI8 AnyInteger AnyMemRef AnyNon0RankedMemRef \
         AnyNon0RankedOrUnrankedMemRef AnyNon0RankedOrUnrankedTensor AnyNon0RankedTensor \
         AnyRankedOrUnrankedMemRef AnyRankedTensor AnyScalableVectorOfAnyRank AnyShaped \
         AnySignedInteger AnySignlessInteger AnySignlessIntegerOrIndex AnyStaticShapeMemRef \
         AnyStaticShapeTensor AnyStridedMemRef AnyTensor AnyTuple AnyType AnyUnrankedMemRef \
         AnyUnrankedTensor AnyUnsignedInteger AnyVectorOfAnyRank AnyVectorOfNonZeroRank BF16 \
         BF16MemRef BF16Tensor BoolLike F128 F16 F16MemRef F16Tensor F32 F32MemRef F32Tensor \
         F4E2M1FN F64 F64MemRef F64Tensor F6E2M3FN F6E3M2FN F80 F8E3M4 F8E4M3 F8E4M3B11FNUZ \
         F8E4M3FN F8E4M3FNUZ F8E5M2 F8E5M2FNUZ F8E8M0FNU FloatLike FunctionType GraphType I1 I128 \
         I16 I16MemRef I16Tensor I1MemRef I1Tensor I32 I32MemRef I32Tensor I64 I64MemRef \
         I64Tensor I8 I8MemRef I8Tensor Index IndexTensor NoneType SI1 SI16 SI32 SI64 SI8 \
         SignlessIntegerLike SignlessIntegerOrFloatLike SignlessIntegerOrIndexLike \
         SignlessIntegerOrIndexOrFloatLike TF32 UI1 UI16 UI32 UI64 UI8 \
         ",
    ),
    (
        "mlir/IR/CommonAttrConstraints.td",
        "\
         APIntAttr AffineMapArrayAttr AffineMapAttr AnyAttr AnyI16Attr AnyI1Attr AnyI32Attr \
         AnyI32ElementsAttr AnyI64Attr AnyI64ElementsAttr AnyI8Attr AnyIntElementsAttr ArrayAttr \
         BoolArrayAttr BoolAttr ConstBoolAttrFalse ConstBoolAttrTrue ConstUnitAttr \
         DenseBoolArrayAttr DenseF32ArrayAttr DenseF64ArrayAttr DenseI16ArrayAttr \
         DenseI32ArrayAttr DenseI64ArrayAttr DenseI8ArrayAttr DictArrayAttr DictionaryAttr \
         ElementsAttr F32ArrayAttr F32Attr F64ArrayAttr F64Attr F64ElementsAttr \
         FlatSymbolRefArrayAttr FlatSymbolRefAttr I16Attr I1Attr I32ArrayAttr I32Attr \
         I32ElementsAttr I64ArrayAttr I64Attr I64ElementsAttr I64SmallVectorArrayAttr I8Attr \
         IndexAttr IndexElementsAttr IndexListArrayAttr IntNonNegative IntPositive \
         IntPositivePowerOf2 IntPowerOf2 IntegerSetAttr IsNullAttr LocationArrayAttr LocationAttr \
         SI16Attr SI1Attr SI32Attr SI64Attr SI8Attr StrArrayAttr StrAttr StringElementsAttr \
         SymbolNameAttr SymbolRefArrayAttr SymbolRefAttr TypeArrayAttr TypeAttr UI16Attr UI1Attr \
         UI32Attr UI64Attr UI8Attr UnitAttr \
         ",
    ),
];
