// What leaves of ODS predicates mean: Other.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/Async/IR/AsyncTypes.h"
#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/Index/IR/IndexAttrs.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MPI/IR/MPI.h"
#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/Dialect/Ptr/IR/PtrAttrs.h"
#include "mlir/Dialect/Ptr/IR/PtrTypes.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SMT/IR/SMTAttributes.h"
#include "mlir/Dialect/SMT/IR/SMTEnums.h.inc"
#include "mlir/Dialect/SMT/IR/SMTTypes.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Linalg/TransformOps/LinalgTransformOpsEnums.h.inc"
#include "mlir/Dialect/WasmSSA/IR/WasmSSA.h"
#include "mlir/Dialect/WasmSSA/IR/WasmSSAInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"isa<emitc::ClassTypeAttr>($_self)", isOfClass<Attribute, emitc::ClassTypeAttr>},
    {"isa<emitc::CmpPredicateAttr>($_self)", isOfClass<Attribute, emitc::CmpPredicateAttr>},
    {"isa<emitc::OpaqueAttr>($_self)", isOfClass<Attribute, emitc::OpaqueAttr>},
    {"isa<index::IndexCmpPredicateAttr>($_self)", isOfClass<Attribute, index::IndexCmpPredicateAttr>},
    {"isa<irdl::VariadicityArrayAttr>($_self)", isOfClass<Attribute, irdl::VariadicityArrayAttr>},
    {"isa<irdl::VariadicityAttr>($_self)", isOfClass<Attribute, irdl::VariadicityAttr>},
    {"isa<ml_program::ExternAttr>($_self)", isOfClass<Attribute, ml_program::ExternAttr>},
    {"isa<mpi::MPI_ErrorClassEnumAttr>($_self)", isOfClass<Attribute, mpi::MPI_ErrorClassEnumAttr>},
    {"isa<mpi::MPI_ReductionOpEnumAttr>($_self)", isOfClass<Attribute, mpi::MPI_ReductionOpEnumAttr>},
    {"isa<ptr::AddressAttr>($_self)", isOfClass<Attribute, ptr::AddressAttr>},
    {"isa<ptr::GenericSpaceAttr>($_self)", isOfClass<Attribute, ptr::GenericSpaceAttr>},
    {"isa<ptr::MemorySpaceAttrInterface>($_self)", isOfClass<Attribute, ptr::MemorySpaceAttrInterface>},
    {"isa<ptr::NullAttr>($_self)", isOfClass<Attribute, ptr::NullAttr>},
    {"isa<ptr::SpecAttr>($_self)", isOfClass<Attribute, ptr::SpecAttr>},
    {"isa<smt::BVCmpPredicateAttr>($_self)", isOfClass<Attribute, smt::BVCmpPredicateAttr>},
    {"isa<smt::BitVectorAttr>($_self)", isOfClass<Attribute, smt::BitVectorAttr>},
    {"isa<smt::IntPredicateAttr>($_self)", isOfClass<Attribute, smt::IntPredicateAttr>},
    {"isa<tosa::BlockShapeAttr>($_self)", isOfClass<Attribute, tosa::BlockShapeAttr>},
    {"isa<tosa::BlockSizeAttr>($_self)", isOfClass<Attribute, tosa::BlockSizeAttr>},
    {"isa<tosa::ConvOpQuantizationAttr>($_self)", isOfClass<Attribute, tosa::ConvOpQuantizationAttr>},
    {"isa<tosa::ExtensionAttr>($_self)", isOfClass<Attribute, tosa::ExtensionAttr>},
    {"isa<tosa::LevelAttr>($_self)", isOfClass<Attribute, tosa::LevelAttr>},
    {"isa<tosa::MatMulOpQuantizationAttr>($_self)", isOfClass<Attribute, tosa::MatMulOpQuantizationAttr>},
    {"isa<tosa::NanPropagationModeAttr>($_self)", isOfClass<Attribute, tosa::NanPropagationModeAttr>},
    {"isa<tosa::PadOpQuantizationAttr>($_self)", isOfClass<Attribute, tosa::PadOpQuantizationAttr>},
    {"isa<tosa::ProfileAttr>($_self)", isOfClass<Attribute, tosa::ProfileAttr>},
    {"isa<tosa::ResizeModeAttr>($_self)", isOfClass<Attribute, tosa::ResizeModeAttr>},
    {"isa<tosa::RoundingModeAttr>($_self)", isOfClass<Attribute, tosa::RoundingModeAttr>},
    {"isa<tosa::SpecificationVersionAttr>($_self)", isOfClass<Attribute, tosa::SpecificationVersionAttr>},
    {"isa<tosa::TargetEnvAttr>($_self)", isOfClass<Attribute, tosa::TargetEnvAttr>},
    {"isa<tosa::UnaryOpQuantizationAttr>($_self)", isOfClass<Attribute, tosa::UnaryOpQuantizationAttr>},
    {"isa<transform::FailurePropagationModeAttr>($_self)", isOfClass<Attribute, transform::FailurePropagationModeAttr>},
    {"isa<transform::MatchCmpIPredicateAttr>($_self)", isOfClass<Attribute, transform::MatchCmpIPredicateAttr>},
    {"isa<transform::MatchInterfaceEnumAttr>($_self)", isOfClass<Attribute, transform::MatchInterfaceEnumAttr>},
    {"isa<transform::NormalFormAttrInterface>($_self)", isOfClass<Attribute, transform::NormalFormAttrInterface>},
    {"isa<transform::ParamOperandAttr>($_self)", isOfClass<Attribute, transform::ParamOperandAttr>},
    {"isa<transform::TransposeMatmulInputAttr>($_self)", isOfClass<Attribute, transform::TransposeMatmulInputAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<TosaOp>($_self)", isOfClass<Operation *, tosa::TosaOp>},
    {"isa<emitc::CExpressionInterface>($_self)", isOfClass<Operation *, emitc::CExpressionInterface>},
    {"isa<irdl::VerifyConstraintInterface>($_self)", isOfClass<Operation *, irdl::VerifyConstraintInterface>},
    {"isa<irdl::VerifyRegionInterface>($_self)", isOfClass<Operation *, irdl::VerifyRegionInterface>},
    {"isa<tosa::QueryExtensionInterface>($_self)", isOfClass<Operation *, tosa::QueryExtensionInterface>},
    {"isa<tosa::QueryProfileInterface>($_self)", isOfClass<Operation *, tosa::QueryProfileInterface>},
    {"isa<transform::ConversionPatternDescriptorOpInterface>($_self)", isOfClass<Operation *, transform::ConversionPatternDescriptorOpInterface>},
    {"isa<transform::FindPayloadReplacementOpInterface>($_self)", isOfClass<Operation *, transform::FindPayloadReplacementOpInterface>},
    {"isa<transform::MatchOpInterface>($_self)", isOfClass<Operation *, transform::MatchOpInterface>},
    {"isa<transform::NormalFormCheckedOpInterface>($_self)", isOfClass<Operation *, transform::NormalFormCheckedOpInterface>},
    {"isa<transform::PatternDescriptorOpInterface>($_self)", isOfClass<Operation *, transform::PatternDescriptorOpInterface>},
    {"isa<transform::TransformOpInterface>($_self)", isOfClass<Operation *, transform::TransformOpInterface>},
    {"isa<transform::TypeConverterBuilderOpInterface>($_self)", isOfClass<Operation *, transform::TypeConverterBuilderOpInterface>},
    {"isa<wasmssa::ImportOpInterface>($_self)", isOfClass<Operation *, wasmssa::ImportOpInterface>},
    {"isa<wasmssa::LabelBranchingOpInterface>($_self)", isOfClass<Operation *, wasmssa::LabelBranchingOpInterface>},
    {"isa<wasmssa::LabelLevelOpInterface>($_self)", isOfClass<Operation *, wasmssa::LabelLevelOpInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"cast<transform::OperationType>($_self).getOperationName() == @", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<transform::OperationType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<transform::OperationType>(self).getOperationName() == StringRef(p[0].text));
     }},
    {"emitc::isIntegerIndexOrOpaqueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(emitc::isIntegerIndexOrOpaqueType(self));
     }},
    {"emitc::isSupportedEmitCType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(emitc::isSupportedEmitCType(self));
     }},
    {"emitc::isSupportedFloatType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(emitc::isSupportedFloatType(self));
     }},
    {"emitc::isSupportedIntegerType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(emitc::isSupportedIntegerType(self));
     }},
    {"isa<async::CoroHandleType>($_self)", isOfClass<Type, async::CoroHandleType>},
    {"isa<async::CoroIdType>($_self)", isOfClass<Type, async::CoroIdType>},
    {"isa<async::CoroStateType>($_self)", isOfClass<Type, async::CoroStateType>},
    {"isa<async::GroupType>($_self)", isOfClass<Type, async::GroupType>},
    {"isa<async::TokenType>($_self)", isOfClass<Type, async::TokenType>},
    {"isa<async::ValueType>($_self)", isOfClass<Type, async::ValueType>},
    {"isa<emitc::ArrayType>($_self)", isOfClass<Type, emitc::ArrayType>},
    {"isa<emitc::LValueType>($_self)", isOfClass<Type, emitc::LValueType>},
    {"isa<emitc::OpaqueType>($_self)", isOfClass<Type, emitc::OpaqueType>},
    {"isa<emitc::PointerType>($_self)", isOfClass<Type, emitc::PointerType>},
    {"isa<emitc::PtrDiffTType>($_self)", isOfClass<Type, emitc::PtrDiffTType>},
    {"isa<emitc::SignedSizeTType>($_self)", isOfClass<Type, emitc::SignedSizeTType>},
    {"isa<emitc::SizeTType>($_self)", isOfClass<Type, emitc::SizeTType>},
    {"isa<irdl::AttributeType>($_self)", isOfClass<Type, irdl::AttributeType>},
    {"isa<irdl::RegionType>($_self)", isOfClass<Type, irdl::RegionType>},
    {"isa<ml_program::TokenType>($_self)", isOfClass<Type, ml_program::TokenType>},
    {"isa<mpi::CommType>($_self)", isOfClass<Type, mpi::CommType>},
    {"isa<mpi::RequestType>($_self)", isOfClass<Type, mpi::RequestType>},
    {"isa<mpi::RetvalType>($_self)", isOfClass<Type, mpi::RetvalType>},
    {"isa<mpi::StatusType>($_self)", isOfClass<Type, mpi::StatusType>},
    {"isa<pdl::AttributeType>($_self)", isOfClass<Type, pdl::AttributeType>},
    {"isa<pdl::OperationType>($_self)", isOfClass<Type, pdl::OperationType>},
    {"isa<pdl::PDLType>($_self)", isOfClass<Type, pdl::PDLType>},
    {"isa<pdl::RangeType>($_self)", isOfClass<Type, pdl::RangeType>},
    {"isa<pdl::TypeType>($_self)", isOfClass<Type, pdl::TypeType>},
    {"isa<pdl::ValueType>($_self)", isOfClass<Type, pdl::ValueType>},
    {"isa<ptr::PtrMetadataType>($_self)", isOfClass<Type, ptr::PtrMetadataType>},
    {"isa<ptr::PtrType>($_self)", isOfClass<Type, ptr::PtrType>},
    {"isa<quant::QuantileType>($_self)", isOfClass<Type, quant::QuantileType>},
    {"isa<quant::QuantizedType>($_self)", isOfClass<Type, quant::QuantizedType>},
    {"isa<smt::ArrayType>($_self)", isOfClass<Type, smt::ArrayType>},
    {"isa<smt::BitVectorType>($_self)", isOfClass<Type, smt::BitVectorType>},
    {"isa<smt::BoolType>($_self)", isOfClass<Type, smt::BoolType>},
    {"isa<smt::IntType>($_self)", isOfClass<Type, smt::IntType>},
    {"isa<smt::SMTFuncType>($_self)", isOfClass<Type, smt::SMTFuncType>},
    {"isa<smt::SortType>($_self)", isOfClass<Type, smt::SortType>},
    {"isa<tosa::BlockScaledType>($_self)", isOfClass<Type, tosa::BlockScaledType>},
    {"isa<tosa::mxint8Type>($_self)", isOfClass<Type, tosa::mxint8Type>},
    {"isa<tosa::shapeType>($_self)", isOfClass<Type, tosa::shapeType>},
    {"isa<transform::AffineMapParamType>($_self)", isOfClass<Type, transform::AffineMapParamType>},
    {"isa<transform::AnyOpType>($_self)", isOfClass<Type, transform::AnyOpType>},
    {"isa<transform::AnyParamType>($_self)", isOfClass<Type, transform::AnyParamType>},
    {"isa<transform::AnyValueType>($_self)", isOfClass<Type, transform::AnyValueType>},
    {"isa<transform::NormalizedOpType>($_self)", isOfClass<Type, transform::NormalizedOpType>},
    {"isa<transform::OperationType>($_self)", isOfClass<Type, transform::OperationType>},
    {"isa<transform::ParamType>($_self)", isOfClass<Type, transform::ParamType>},
    {"isa<transform::TransformHandleTypeInterface>($_self)", isOfClass<Type, transform::TransformHandleTypeInterface>},
    {"isa<transform::TransformParamTypeInterface>($_self)", isOfClass<Type, transform::TransformParamTypeInterface>},
    {"isa<transform::TransformValueHandleTypeInterface>($_self)", isOfClass<Type, transform::TransformValueHandleTypeInterface>},
    {"isa<transform::TypeParamType>($_self)", isOfClass<Type, transform::TypeParamType>},
    {"isa<wasmssa::ExternRefType>($_self)", isOfClass<Type, wasmssa::ExternRefType>},
    {"isa<wasmssa::FuncRefType>($_self)", isOfClass<Type, wasmssa::FuncRefType>},
    {"isa<wasmssa::LimitType>($_self)", isOfClass<Type, wasmssa::LimitType>},
    {"isa<wasmssa::LocalRefType>($_self)", isOfClass<Type, wasmssa::LocalRefType>},
    {"isa<wasmssa::TableType>($_self)", isOfClass<Type, wasmssa::TableType>},
    {"smt::isAnyNonFuncSMTValueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(smt::isAnyNonFuncSMTValueType(self));
     }},
    {"smt::isAnySMTValueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(smt::isAnySMTValueType(self));
     }},
    {"succeeded(tosa::verifyBlockScaledTensorType($_self, false))", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(succeeded(tosa::verifyBlockScaledTensorType(self, false)));
     }},
    {"tosa::isa_tosa_shape_type($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(tosa::isa_tosa_shape_type(self));
     }},
};

constexpr PredicateEntry<PredicateNumber<Type>> typeNumbers[] = {
    {"cast<quant::QuantizedType>($_self).getStorageTypeIntegralWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<quant::QuantizedType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<quant::QuantizedType>(self).getStorageTypeIntegralWidth());
     }},
    {"cast<tosa::shapeType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<tosa::shapeType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<tosa::shapeType>(self).getRank());
     }},
};

} // namespace

PredicateGroup getOtherPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, typeNumbers, {}}};
}
} // namespace mlir
