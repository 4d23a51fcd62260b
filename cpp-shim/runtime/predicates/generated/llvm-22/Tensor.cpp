// What leaves of ODS predicates mean: Tensor.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/AllocationOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransformsEnums.h.inc"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"isa<arith::AtomicRMWKindAttr>($_self)", isOfClass<Attribute, arith::AtomicRMWKindAttr>},
    {"isa<arith::CmpFPredicateAttr>($_self)", isOfClass<Attribute, arith::CmpFPredicateAttr>},
    {"isa<arith::CmpIPredicateAttr>($_self)", isOfClass<Attribute, arith::CmpIPredicateAttr>},
    {"isa<arith::FastMathFlagsAttr>($_self)", isOfClass<Attribute, arith::FastMathFlagsAttr>},
    {"isa<arith::IntegerOverflowFlagsAttr>($_self)", isOfClass<Attribute, arith::IntegerOverflowFlagsAttr>},
    {"isa<arith::RoundingModeAttr>($_self)", isOfClass<Attribute, arith::RoundingModeAttr>},
    {"isa<bufferization::LayoutMapOptionAttr>($_self)", isOfClass<Attribute, bufferization::LayoutMapOptionAttr>},
    {"isa<complex::NumberAttr>($_self)", isOfClass<Attribute, complex::NumberAttr>},
    {"isa<linalg::BinaryFnAttr>($_self)", isOfClass<Attribute, linalg::BinaryFnAttr>},
    {"isa<linalg::ElementwiseKindAttr>($_self)", isOfClass<Attribute, linalg::ElementwiseKindAttr>},
    {"isa<linalg::IteratorTypeAttr>($_self)", isOfClass<Attribute, linalg::IteratorTypeAttr>},
    {"isa<linalg::TernaryFnAttr>($_self)", isOfClass<Attribute, linalg::TernaryFnAttr>},
    {"isa<linalg::TypeFnAttr>($_self)", isOfClass<Attribute, linalg::TypeFnAttr>},
    {"isa<linalg::UnaryFnAttr>($_self)", isOfClass<Attribute, linalg::UnaryFnAttr>},
    {"isa<linalg::WinogradConv2DFmrAttr>($_self)", isOfClass<Attribute, linalg::WinogradConv2DFmrAttr>},
    {"isa<shard::GridAxesArrayAttr>($_self)", isOfClass<Attribute, shard::GridAxesArrayAttr>},
    {"isa<shard::ReductionKindAttr>($_self)", isOfClass<Attribute, shard::ReductionKindAttr>},
    {"isa<sparse_tensor::CrdTransDirectionKindAttr>($_self)", isOfClass<Attribute, sparse_tensor::CrdTransDirectionKindAttr>},
    {"isa<sparse_tensor::SparseTensorDimSliceAttr>($_self)", isOfClass<Attribute, sparse_tensor::SparseTensorDimSliceAttr>},
    {"isa<sparse_tensor::SparseTensorEncodingAttr>($_self)", isOfClass<Attribute, sparse_tensor::SparseTensorEncodingAttr>},
    {"isa<sparse_tensor::SparseTensorSortKindAttr>($_self)", isOfClass<Attribute, sparse_tensor::SparseTensorSortKindAttr>},
    {"isa<sparse_tensor::StorageSpecifierKindAttr>($_self)", isOfClass<Attribute, sparse_tensor::StorageSpecifierKindAttr>},
    {"isa<ub::PoisonAttr>($_self)", isOfClass<Attribute, ub::PoisonAttr>},
    {"isa<ub::PoisonAttrInterface>($_self)", isOfClass<Attribute, ub::PoisonAttrInterface>},
    {"isa<vector::CombiningKindAttr>($_self)", isOfClass<Attribute, vector::CombiningKindAttr>},
    {"isa<vector::IteratorTypeAttr>($_self)", isOfClass<Attribute, vector::IteratorTypeAttr>},
    {"isa<vector::PrintPunctuationAttr>($_self)", isOfClass<Attribute, vector::PrintPunctuationAttr>},
    {"isa<vector::VectorContractLoweringAttr>($_self)", isOfClass<Attribute, vector::VectorContractLoweringAttr>},
    {"isa<vector::VectorMultiReductionLoweringAttr>($_self)", isOfClass<Attribute, vector::VectorMultiReductionLoweringAttr>},
    {"isa<vector::VectorTransferSplitAttr>($_self)", isOfClass<Attribute, vector::VectorTransferSplitAttr>},
    {"isa<vector::VectorTransposeLoweringAttr>($_self)", isOfClass<Attribute, vector::VectorTransposeLoweringAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<affine::AffineMapAccessInterface>($_self)", isOfClass<Operation *, affine::AffineMapAccessInterface>},
    {"isa<affine::AffineReadOpInterface>($_self)", isOfClass<Operation *, affine::AffineReadOpInterface>},
    {"isa<affine::AffineWriteOpInterface>($_self)", isOfClass<Operation *, affine::AffineWriteOpInterface>},
    {"isa<arith::ArithFastMathInterface>($_self)", isOfClass<Operation *, arith::ArithFastMathInterface>},
    {"isa<arith::ArithIntegerOverflowFlagsInterface>($_self)", isOfClass<Operation *, arith::ArithIntegerOverflowFlagsInterface>},
    {"isa<arith::ArithRoundingModeInterface>($_self)", isOfClass<Operation *, arith::ArithRoundingModeInterface>},
    {"isa<bufferization::AllocationOpInterface>($_self)", isOfClass<Operation *, bufferization::AllocationOpInterface>},
    {"isa<bufferization::BufferDeallocationOpInterface>($_self)", isOfClass<Operation *, bufferization::BufferDeallocationOpInterface>},
    {"isa<bufferization::BufferViewFlowOpInterface>($_self)", isOfClass<Operation *, bufferization::BufferViewFlowOpInterface>},
    {"isa<bufferization::BufferizableOpInterface>($_self)", isOfClass<Operation *, bufferization::BufferizableOpInterface>},
    {"isa<linalg::AggregatedOpInterface>($_self)", isOfClass<Operation *, linalg::AggregatedOpInterface>},
    {"isa<linalg::ContractionOpInterface>($_self)", isOfClass<Operation *, linalg::ContractionOpInterface>},
    {"isa<linalg::ConvolutionOpInterface>($_self)", isOfClass<Operation *, linalg::ConvolutionOpInterface>},
    {"isa<linalg::FillOpInterface>($_self)", isOfClass<Operation *, linalg::FillOpInterface>},
    {"isa<linalg::LinalgOp>($_self)", isOfClass<Operation *, linalg::LinalgOp>},
    {"isa<linalg::RelayoutOpInterface>($_self)", isOfClass<Operation *, linalg::RelayoutOpInterface>},
    {"isa<shard::ShardingInterface>($_self)", isOfClass<Operation *, shard::ShardingInterface>},
    {"isa<sparse_tensor::StageWithSortSparseOp>($_self)", isOfClass<Operation *, sparse_tensor::StageWithSortSparseOp>},
    {"isa<vector::MaskableOpInterface>($_self)", isOfClass<Operation *, vector::MaskableOpInterface>},
    {"isa<vector::MaskingOpInterface>($_self)", isOfClass<Operation *, vector::MaskingOpInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"isa<bufferization::BufferLikeType>($_self)", isOfClass<Type, bufferization::BufferLikeType>},
    {"isa<bufferization::TensorLikeType>($_self)", isOfClass<Type, bufferization::TensorLikeType>},
    {"isa<shape::ShapeType>($_self)", isOfClass<Type, shape::ShapeType>},
    {"isa<shape::SizeType>($_self)", isOfClass<Type, shape::SizeType>},
    {"isa<shape::ValueShapeType>($_self)", isOfClass<Type, shape::ValueShapeType>},
    {"isa<shape::WitnessType>($_self)", isOfClass<Type, shape::WitnessType>},
    {"isa<shard::ShardingType>($_self)", isOfClass<Type, shard::ShardingType>},
    {"isa<sparse_tensor::IterSpaceType>($_self)", isOfClass<Type, sparse_tensor::IterSpaceType>},
    {"isa<sparse_tensor::IteratorType>($_self)", isOfClass<Type, sparse_tensor::IteratorType>},
    {"isa<sparse_tensor::StorageSpecifierType>($_self)", isOfClass<Type, sparse_tensor::StorageSpecifierType>},
    {"sparse_tensor::getSparseTensorEncoding($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(sparse_tensor::getSparseTensorEncoding(self));
     }},
    {"sparse_tensor::getSparseTensorEncoding($_self).isSlice()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(sparse_tensor::getSparseTensorEncoding(self)))
         return std::nullopt;
       return static_cast<bool>(sparse_tensor::getSparseTensorEncoding(self).isSlice());
     }},
};

} // namespace

PredicateGroup getTensorPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, {}, {}}};
}
} // namespace mlir
