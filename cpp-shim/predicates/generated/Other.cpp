// What leaves of ODS predicates mean: Other.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
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
void addOtherPredicates(PredicateTable &table) {
  table.addClass<Attribute, emitc::CmpPredicateAttr>("emitc::CmpPredicateAttr");
  table.addClass<Attribute, emitc::OpaqueAttr>("emitc::OpaqueAttr");
  table.addClass<Attribute, index::IndexCmpPredicateAttr>("index::IndexCmpPredicateAttr");
  table.addClass<Attribute, irdl::VariadicityArrayAttr>("irdl::VariadicityArrayAttr");
  table.addClass<Attribute, irdl::VariadicityAttr>("irdl::VariadicityAttr");
  table.addClass<Attribute, ml_program::ExternAttr>("ml_program::ExternAttr");
  table.addClass<Attribute, mpi::MPI_ErrorClassEnumAttr>("mpi::MPI_ErrorClassEnumAttr");
  table.addClass<Attribute, mpi::MPI_ReductionOpEnumAttr>("mpi::MPI_ReductionOpEnumAttr");
  table.addClass<Attribute, ptr::AddressAttr>("ptr::AddressAttr");
  table.addClass<Attribute, ptr::GenericSpaceAttr>("ptr::GenericSpaceAttr");
  table.addClass<Attribute, ptr::MemorySpaceAttrInterface>("ptr::MemorySpaceAttrInterface");
  table.addClass<Attribute, ptr::NullAttr>("ptr::NullAttr");
  table.addClass<Attribute, ptr::SpecAttr>("ptr::SpecAttr");
  table.addClass<Attribute, smt::BVCmpPredicateAttr>("smt::BVCmpPredicateAttr");
  table.addClass<Attribute, smt::BitVectorAttr>("smt::BitVectorAttr");
  table.addClass<Attribute, smt::IntPredicateAttr>("smt::IntPredicateAttr");
  table.addClass<Attribute, tosa::BlockSizeAttr>("tosa::BlockSizeAttr");
  table.addClass<Attribute, tosa::ConvOpQuantizationAttr>("tosa::ConvOpQuantizationAttr");
  table.addClass<Attribute, tosa::ExtensionAttr>("tosa::ExtensionAttr");
  table.addClass<Attribute, tosa::LevelAttr>("tosa::LevelAttr");
  table.addClass<Attribute, tosa::MatMulOpQuantizationAttr>("tosa::MatMulOpQuantizationAttr");
  table.addClass<Attribute, tosa::NanPropagationModeAttr>("tosa::NanPropagationModeAttr");
  table.addClass<Attribute, tosa::PadOpQuantizationAttr>("tosa::PadOpQuantizationAttr");
  table.addClass<Attribute, tosa::ProfileAttr>("tosa::ProfileAttr");
  table.addClass<Attribute, tosa::ResizeModeAttr>("tosa::ResizeModeAttr");
  table.addClass<Attribute, tosa::RoundingModeAttr>("tosa::RoundingModeAttr");
  table.addClass<Attribute, tosa::SpecificationVersionAttr>("tosa::SpecificationVersionAttr");
  table.addClass<Attribute, tosa::TargetEnvAttr>("tosa::TargetEnvAttr");
  table.addClass<Attribute, tosa::UnaryOpQuantizationAttr>("tosa::UnaryOpQuantizationAttr");
  table.addClass<Attribute, transform::FailurePropagationModeAttr>("transform::FailurePropagationModeAttr");
  table.addClass<Attribute, transform::MatchCmpIPredicateAttr>("transform::MatchCmpIPredicateAttr");
  table.addClass<Attribute, transform::MatchInterfaceEnumAttr>("transform::MatchInterfaceEnumAttr");
  table.addClass<Attribute, transform::ParamOperandAttr>("transform::ParamOperandAttr");
  table.addClass<Attribute, transform::TransposeMatmulInputAttr>("transform::TransposeMatmulInputAttr");
  table.addClass<Operation *, tosa::TosaOp>("TosaOp");
  table.addClass<Operation *, emitc::CExpressionInterface>("emitc::CExpressionInterface");
  table.addClass<Operation *, irdl::VerifyConstraintInterface>("irdl::VerifyConstraintInterface");
  table.addClass<Operation *, irdl::VerifyRegionInterface>("irdl::VerifyRegionInterface");
  table.addClass<Operation *, tosa::QueryExtensionInterface>("tosa::QueryExtensionInterface");
  table.addClass<Operation *, tosa::QueryProfileInterface>("tosa::QueryProfileInterface");
  table.addClass<Operation *, transform::ConversionPatternDescriptorOpInterface>("transform::ConversionPatternDescriptorOpInterface");
  table.addClass<Operation *, transform::FindPayloadReplacementOpInterface>("transform::FindPayloadReplacementOpInterface");
  table.addClass<Operation *, transform::MatchOpInterface>("transform::MatchOpInterface");
  table.addClass<Operation *, transform::PatternDescriptorOpInterface>("transform::PatternDescriptorOpInterface");
  table.addClass<Operation *, transform::TransformOpInterface>("transform::TransformOpInterface");
  table.addClass<Operation *, transform::TypeConverterBuilderOpInterface>("transform::TypeConverterBuilderOpInterface");
  table.addClass<Operation *, wasmssa::ImportOpInterface>("wasmssa::ImportOpInterface");
  table.addClass<Operation *, wasmssa::LabelBranchingOpInterface>("wasmssa::LabelBranchingOpInterface");
  table.addClass<Operation *, wasmssa::LabelLevelOpInterface>("wasmssa::LabelLevelOpInterface");
  table.add<Type>("cast<transform::OperationType>($_self).getOperationName() == @", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<transform::OperationType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<transform::OperationType>(self).getOperationName() == StringRef(p[0].text));
  });
  table.add<Type>("emitc::isIntegerIndexOrOpaqueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(emitc::isIntegerIndexOrOpaqueType(self));
  });
  table.add<Type>("emitc::isSupportedEmitCType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(emitc::isSupportedEmitCType(self));
  });
  table.add<Type>("emitc::isSupportedFloatType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(emitc::isSupportedFloatType(self));
  });
  table.add<Type>("emitc::isSupportedIntegerType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(emitc::isSupportedIntegerType(self));
  });
  table.addClass<Type, async::CoroHandleType>("async::CoroHandleType");
  table.addClass<Type, async::CoroIdType>("async::CoroIdType");
  table.addClass<Type, async::CoroStateType>("async::CoroStateType");
  table.addClass<Type, async::GroupType>("async::GroupType");
  table.addClass<Type, async::TokenType>("async::TokenType");
  table.addClass<Type, async::ValueType>("async::ValueType");
  table.addClass<Type, emitc::ArrayType>("emitc::ArrayType");
  table.addClass<Type, emitc::LValueType>("emitc::LValueType");
  table.addClass<Type, emitc::OpaqueType>("emitc::OpaqueType");
  table.addClass<Type, emitc::PointerType>("emitc::PointerType");
  table.addClass<Type, emitc::PtrDiffTType>("emitc::PtrDiffTType");
  table.addClass<Type, emitc::SignedSizeTType>("emitc::SignedSizeTType");
  table.addClass<Type, emitc::SizeTType>("emitc::SizeTType");
  table.addClass<Type, irdl::AttributeType>("irdl::AttributeType");
  table.addClass<Type, irdl::RegionType>("irdl::RegionType");
  table.addClass<Type, ml_program::TokenType>("ml_program::TokenType");
  table.addClass<Type, mpi::CommType>("mpi::CommType");
  table.addClass<Type, mpi::RequestType>("mpi::RequestType");
  table.addClass<Type, mpi::RetvalType>("mpi::RetvalType");
  table.addClass<Type, mpi::StatusType>("mpi::StatusType");
  table.addClass<Type, pdl::AttributeType>("pdl::AttributeType");
  table.addClass<Type, pdl::OperationType>("pdl::OperationType");
  table.addClass<Type, pdl::PDLType>("pdl::PDLType");
  table.addClass<Type, pdl::RangeType>("pdl::RangeType");
  table.addClass<Type, pdl::TypeType>("pdl::TypeType");
  table.addClass<Type, pdl::ValueType>("pdl::ValueType");
  table.addClass<Type, ptr::PtrMetadataType>("ptr::PtrMetadataType");
  table.addClass<Type, ptr::PtrType>("ptr::PtrType");
  table.addClass<Type, quant::QuantizedType>("quant::QuantizedType");
  table.addClass<Type, smt::ArrayType>("smt::ArrayType");
  table.addClass<Type, smt::BitVectorType>("smt::BitVectorType");
  table.addClass<Type, smt::BoolType>("smt::BoolType");
  table.addClass<Type, smt::IntType>("smt::IntType");
  table.addClass<Type, smt::SMTFuncType>("smt::SMTFuncType");
  table.addClass<Type, smt::SortType>("smt::SortType");
  table.addClass<Type, tosa::mxint8Type>("tosa::mxint8Type");
  table.addClass<Type, tosa::shapeType>("tosa::shapeType");
  table.addClass<Type, transform::AffineMapParamType>("transform::AffineMapParamType");
  table.addClass<Type, transform::AnyOpType>("transform::AnyOpType");
  table.addClass<Type, transform::AnyParamType>("transform::AnyParamType");
  table.addClass<Type, transform::AnyValueType>("transform::AnyValueType");
  table.addClass<Type, transform::OperationType>("transform::OperationType");
  table.addClass<Type, transform::ParamType>("transform::ParamType");
  table.addClass<Type, transform::TransformHandleTypeInterface>("transform::TransformHandleTypeInterface");
  table.addClass<Type, transform::TransformParamTypeInterface>("transform::TransformParamTypeInterface");
  table.addClass<Type, transform::TransformValueHandleTypeInterface>("transform::TransformValueHandleTypeInterface");
  table.addClass<Type, transform::TypeParamType>("transform::TypeParamType");
  table.addClass<Type, wasmssa::ExternRefType>("wasmssa::ExternRefType");
  table.addClass<Type, wasmssa::FuncRefType>("wasmssa::FuncRefType");
  table.addClass<Type, wasmssa::LimitType>("wasmssa::LimitType");
  table.addClass<Type, wasmssa::LocalRefType>("wasmssa::LocalRefType");
  table.addClass<Type, wasmssa::TableType>("wasmssa::TableType");
  table.add<Type>("smt::isAnyNonFuncSMTValueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(smt::isAnyNonFuncSMTValueType(self));
  });
  table.add<Type>("smt::isAnySMTValueType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(smt::isAnySMTValueType(self));
  });
  table.add<Type>("tosa::isa_tosa_shape_type($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(tosa::isa_tosa_shape_type(self));
  });
  table.addNumber<Type>("cast<quant::QuantizedType>($_self).getStorageTypeIntegralWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<quant::QuantizedType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<quant::QuantizedType>(self).getStorageTypeIntegralWidth());
  });
  table.addNumber<Type>("cast<tosa::shapeType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<tosa::shapeType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<tosa::shapeType>(self).getRank());
  });
}
} // namespace mlir
