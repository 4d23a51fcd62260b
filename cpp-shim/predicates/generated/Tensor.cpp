// What leaves of ODS predicates mean: Tensor.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
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
void addTensorPredicates(PredicateTable &table) {
  table.addClass<Attribute, arith::AtomicRMWKindAttr>("arith::AtomicRMWKindAttr");
  table.addClass<Attribute, arith::CmpFPredicateAttr>("arith::CmpFPredicateAttr");
  table.addClass<Attribute, arith::CmpIPredicateAttr>("arith::CmpIPredicateAttr");
  table.addClass<Attribute, arith::FastMathFlagsAttr>("arith::FastMathFlagsAttr");
  table.addClass<Attribute, arith::IntegerOverflowFlagsAttr>("arith::IntegerOverflowFlagsAttr");
  table.addClass<Attribute, arith::RoundingModeAttr>("arith::RoundingModeAttr");
  table.addClass<Attribute, bufferization::LayoutMapOptionAttr>("bufferization::LayoutMapOptionAttr");
  table.addClass<Attribute, complex::NumberAttr>("complex::NumberAttr");
  table.addClass<Attribute, linalg::BinaryFnAttr>("linalg::BinaryFnAttr");
  table.addClass<Attribute, linalg::ElementwiseKindAttr>("linalg::ElementwiseKindAttr");
  table.addClass<Attribute, linalg::IteratorTypeAttr>("linalg::IteratorTypeAttr");
  table.addClass<Attribute, linalg::TernaryFnAttr>("linalg::TernaryFnAttr");
  table.addClass<Attribute, linalg::TypeFnAttr>("linalg::TypeFnAttr");
  table.addClass<Attribute, linalg::UnaryFnAttr>("linalg::UnaryFnAttr");
  table.addClass<Attribute, linalg::WinogradConv2DFmrAttr>("linalg::WinogradConv2DFmrAttr");
  table.addClass<Attribute, shard::GridAxesArrayAttr>("shard::GridAxesArrayAttr");
  table.addClass<Attribute, shard::ReductionKindAttr>("shard::ReductionKindAttr");
  table.addClass<Attribute, sparse_tensor::CrdTransDirectionKindAttr>("sparse_tensor::CrdTransDirectionKindAttr");
  table.addClass<Attribute, sparse_tensor::SparseTensorDimSliceAttr>("sparse_tensor::SparseTensorDimSliceAttr");
  table.addClass<Attribute, sparse_tensor::SparseTensorEncodingAttr>("sparse_tensor::SparseTensorEncodingAttr");
  table.addClass<Attribute, sparse_tensor::SparseTensorSortKindAttr>("sparse_tensor::SparseTensorSortKindAttr");
  table.addClass<Attribute, sparse_tensor::StorageSpecifierKindAttr>("sparse_tensor::StorageSpecifierKindAttr");
  table.addClass<Attribute, ub::PoisonAttr>("ub::PoisonAttr");
  table.addClass<Attribute, ub::PoisonAttrInterface>("ub::PoisonAttrInterface");
  table.addClass<Attribute, vector::CombiningKindAttr>("vector::CombiningKindAttr");
  table.addClass<Attribute, vector::IteratorTypeAttr>("vector::IteratorTypeAttr");
  table.addClass<Attribute, vector::PrintPunctuationAttr>("vector::PrintPunctuationAttr");
  table.addClass<Attribute, vector::VectorContractLoweringAttr>("vector::VectorContractLoweringAttr");
  table.addClass<Attribute, vector::VectorMultiReductionLoweringAttr>("vector::VectorMultiReductionLoweringAttr");
  table.addClass<Attribute, vector::VectorTransferSplitAttr>("vector::VectorTransferSplitAttr");
  table.addClass<Attribute, vector::VectorTransposeLoweringAttr>("vector::VectorTransposeLoweringAttr");
  table.addClass<Operation *, affine::AffineMapAccessInterface>("affine::AffineMapAccessInterface");
  table.addClass<Operation *, affine::AffineReadOpInterface>("affine::AffineReadOpInterface");
  table.addClass<Operation *, affine::AffineWriteOpInterface>("affine::AffineWriteOpInterface");
  table.addClass<Operation *, arith::ArithFastMathInterface>("arith::ArithFastMathInterface");
  table.addClass<Operation *, arith::ArithIntegerOverflowFlagsInterface>("arith::ArithIntegerOverflowFlagsInterface");
  table.addClass<Operation *, arith::ArithRoundingModeInterface>("arith::ArithRoundingModeInterface");
  table.addClass<Operation *, bufferization::AllocationOpInterface>("bufferization::AllocationOpInterface");
  table.addClass<Operation *, bufferization::BufferDeallocationOpInterface>("bufferization::BufferDeallocationOpInterface");
  table.addClass<Operation *, bufferization::BufferViewFlowOpInterface>("bufferization::BufferViewFlowOpInterface");
  table.addClass<Operation *, bufferization::BufferizableOpInterface>("bufferization::BufferizableOpInterface");
  table.addClass<Operation *, linalg::AggregatedOpInterface>("linalg::AggregatedOpInterface");
  table.addClass<Operation *, linalg::ContractionOpInterface>("linalg::ContractionOpInterface");
  table.addClass<Operation *, linalg::ConvolutionOpInterface>("linalg::ConvolutionOpInterface");
  table.addClass<Operation *, linalg::FillOpInterface>("linalg::FillOpInterface");
  table.addClass<Operation *, linalg::LinalgOp>("linalg::LinalgOp");
  table.addClass<Operation *, linalg::RelayoutOpInterface>("linalg::RelayoutOpInterface");
  table.addClass<Operation *, shard::ShardingInterface>("shard::ShardingInterface");
  table.addClass<Operation *, sparse_tensor::StageWithSortSparseOp>("sparse_tensor::StageWithSortSparseOp");
  table.addClass<Operation *, vector::MaskableOpInterface>("vector::MaskableOpInterface");
  table.addClass<Operation *, vector::MaskingOpInterface>("vector::MaskingOpInterface");
  table.addClass<Type, bufferization::BufferLikeType>("bufferization::BufferLikeType");
  table.addClass<Type, bufferization::TensorLikeType>("bufferization::TensorLikeType");
  table.addClass<Type, shape::ShapeType>("shape::ShapeType");
  table.addClass<Type, shape::SizeType>("shape::SizeType");
  table.addClass<Type, shape::ValueShapeType>("shape::ValueShapeType");
  table.addClass<Type, shape::WitnessType>("shape::WitnessType");
  table.addClass<Type, shard::ShardingType>("shard::ShardingType");
  table.addClass<Type, sparse_tensor::IterSpaceType>("sparse_tensor::IterSpaceType");
  table.addClass<Type, sparse_tensor::IteratorType>("sparse_tensor::IteratorType");
  table.addClass<Type, sparse_tensor::StorageSpecifierType>("sparse_tensor::StorageSpecifierType");
  table.add<Type>("sparse_tensor::getSparseTensorEncoding($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(sparse_tensor::getSparseTensorEncoding(self));
  });
  table.add<Type>("sparse_tensor::getSparseTensorEncoding($_self).isSlice()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(sparse_tensor::getSparseTensorEncoding(self)))
      return std::nullopt;
    return static_cast<bool>(sparse_tensor::getSparseTensorEncoding(self).isSlice());
  });
}
} // namespace mlir
