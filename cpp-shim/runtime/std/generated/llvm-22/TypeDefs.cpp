// The predicates of the types that installed `.td` files define.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of these
// files; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "std/Parts.h"
#include "std/TypeDef.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Async/IR/AsyncTypes.h"
#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/Dialect/Ptr/IR/PtrTypes.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SMT/IR/SMTTypes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVTypes.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/WasmSSA/IR/WasmSSA.h"
#include "mlir/Dialect/XeGPU/IR/XeGPU.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace pdll;
using namespace pdll::typedefs;

#define GETTER(name) [](auto self) { return self.name(); }

void pdll::addTypeDefPredicates(Natives &natives) {
  addCapture<ComplexType>(natives, "mlir::ComplexType", GETTER(getElementType));
  addBuilder<ComplexType, MadeBy::CheckedNoContext, 0>(natives, "mlir::ComplexType", GETTER(getElementType));
  addCapture<FunctionType>(natives, "mlir::FunctionType", GETTER(getInputs), GETTER(getResults));
  addBuilder<FunctionType, MadeBy::Context, 0>(natives, "mlir::FunctionType", GETTER(getInputs), GETTER(getResults));
  addCapture<GraphType>(natives, "mlir::GraphType", GETTER(getInputs), GETTER(getResults));
  addBuilder<GraphType, MadeBy::Context, 0>(natives, "mlir::GraphType", GETTER(getInputs), GETTER(getResults));
  addCapture<IntegerType>(natives, "mlir::IntegerType", GETTER(getWidth), GETTER(getSignedness));
  addBuilder<IntegerType, MadeBy::CheckedContext, 0>(natives, "mlir::IntegerType", GETTER(getWidth), GETTER(getSignedness));
  addCapture<LLVM::LLVMArrayType>(natives, "mlir::LLVM::LLVMArrayType", GETTER(getElementType), GETTER(getNumElements));
  addBuilder<LLVM::LLVMArrayType, MadeBy::CheckedContext, 0>(natives, "mlir::LLVM::LLVMArrayType", GETTER(getElementType), GETTER(getNumElements));
  addCapture<LLVM::LLVMFunctionType>(natives, "mlir::LLVM::LLVMFunctionType", GETTER(getReturnType), GETTER(getParams), GETTER(getVarArg));
  addBuilder<LLVM::LLVMFunctionType, MadeBy::CheckedContext, 0>(natives, "mlir::LLVM::LLVMFunctionType", GETTER(getReturnType), GETTER(getParams), GETTER(getVarArg));
  addCapture<LLVM::LLVMPointerType>(natives, "mlir::LLVM::LLVMPointerType", GETTER(getAddressSpace));
  addBuilder<LLVM::LLVMPointerType, MadeBy::Context, 1>(natives, "mlir::LLVM::LLVMPointerType", GETTER(getAddressSpace));
  addCapture<LLVM::LLVMStructType>(natives, "mlir::LLVM::LLVMStructType", [](LLVM::LLVMStructType self) { return self.isIdentified() ? self.getName() : StringRef(); }, GETTER(getBody));
  addCapture<LLVM::LLVMTargetExtType>(natives, "mlir::LLVM::LLVMTargetExtType", GETTER(getExtTypeName), GETTER(getTypeParams), GETTER(getIntParams));
  addBuilder<LLVM::LLVMTargetExtType, MadeBy::Context, 6>(natives, "mlir::LLVM::LLVMTargetExtType", GETTER(getExtTypeName), GETTER(getTypeParams), GETTER(getIntParams));
  addCapture<MemRefType>(natives, "mlir::MemRefType", GETTER(getShape), GETTER(getElementType), GETTER(getLayout), GETTER(getMemorySpace));
  addBuilder<MemRefType, MadeBy::CheckedNoContext, 12>(natives, "mlir::MemRefType", GETTER(getShape), GETTER(getElementType), GETTER(getLayout), GETTER(getMemorySpace));
  addCapture<OpaqueType>(natives, "mlir::OpaqueType", GETTER(getDialectNamespace), GETTER(getTypeData));
  addBuilder<OpaqueType, MadeBy::CheckedNoContext, 0>(natives, "mlir::OpaqueType", GETTER(getDialectNamespace), GETTER(getTypeData));
  addCapture<RankedTensorType>(natives, "mlir::RankedTensorType", GETTER(getShape), GETTER(getElementType), GETTER(getEncoding));
  addBuilder<RankedTensorType, MadeBy::CheckedNoContext, 4>(natives, "mlir::RankedTensorType", GETTER(getShape), GETTER(getElementType), GETTER(getEncoding));
  addCapture<TupleType>(natives, "mlir::TupleType", GETTER(getTypes));
  addBuilder<TupleType, MadeBy::Context, 0>(natives, "mlir::TupleType", GETTER(getTypes));
  addCapture<UnrankedMemRefType>(natives, "mlir::UnrankedMemRefType", GETTER(getElementType), GETTER(getMemorySpace));
  addBuilder<UnrankedMemRefType, MadeBy::CheckedNoContext, 2>(natives, "mlir::UnrankedMemRefType", GETTER(getElementType), GETTER(getMemorySpace));
  addCapture<UnrankedTensorType>(natives, "mlir::UnrankedTensorType", GETTER(getElementType));
  addBuilder<UnrankedTensorType, MadeBy::CheckedNoContext, 0>(natives, "mlir::UnrankedTensorType", GETTER(getElementType));
  addCapture<VectorType>(natives, "mlir::VectorType", GETTER(getShape), GETTER(getElementType), GETTER(getScalableDims));
  addBuilder<VectorType, MadeBy::CheckedNoContext, 0>(natives, "mlir::VectorType", GETTER(getShape), GETTER(getElementType), GETTER(getScalableDims));
  addCapture<amdgpu::TDMBaseType>(natives, "mlir::amdgpu::TDMBaseType", GETTER(getElementType));
  addBuilder<amdgpu::TDMBaseType, MadeBy::Context, 0>(natives, "mlir::amdgpu::TDMBaseType", GETTER(getElementType));
  addCapture<amdgpu::TDMGatherBaseType>(natives, "mlir::amdgpu::TDMGatherBaseType", GETTER(getElementType), GETTER(getIndexType));
  addBuilder<amdgpu::TDMGatherBaseType, MadeBy::CheckedContext, 0>(natives, "mlir::amdgpu::TDMGatherBaseType", GETTER(getElementType), GETTER(getIndexType));
  addCapture<amx::TileType>(natives, "mlir::amx::TileType", GETTER(getShape), GETTER(getElementType));
  addBuilder<amx::TileType, MadeBy::NoContext, 0>(natives, "mlir::amx::TileType", GETTER(getShape), GETTER(getElementType));
  addCapture<async::ValueType>(natives, "mlir::async::ValueType", GETTER(getValueType));
  addBuilder<async::ValueType, MadeBy::NoContext, 0>(natives, "mlir::async::ValueType", GETTER(getValueType));
  addCapture<emitc::ArrayType>(natives, "mlir::emitc::ArrayType", GETTER(getShape), GETTER(getElementType));
  addBuilder<emitc::ArrayType, MadeBy::CheckedContext, 0>(natives, "mlir::emitc::ArrayType", GETTER(getShape), GETTER(getElementType));
  addCapture<emitc::LValueType>(natives, "mlir::emitc::LValueType", GETTER(getValueType));
  addBuilder<emitc::LValueType, MadeBy::CheckedContext, 0>(natives, "mlir::emitc::LValueType", GETTER(getValueType));
  addCapture<emitc::OpaqueType>(natives, "mlir::emitc::OpaqueType", GETTER(getValue));
  addBuilder<emitc::OpaqueType, MadeBy::CheckedContext, 0>(natives, "mlir::emitc::OpaqueType", GETTER(getValue));
  addCapture<emitc::PointerType>(natives, "mlir::emitc::PointerType", GETTER(getPointee));
  addBuilder<emitc::PointerType, MadeBy::CheckedContext, 0>(natives, "mlir::emitc::PointerType", GETTER(getPointee));
  addCapture<nvgpu::MBarrierGroupType>(natives, "mlir::nvgpu::MBarrierGroupType", GETTER(getMemorySpace), GETTER(getNumBarriers));
  addBuilder<nvgpu::MBarrierGroupType, MadeBy::Context, 3>(natives, "mlir::nvgpu::MBarrierGroupType", GETTER(getMemorySpace), GETTER(getNumBarriers));
  addCapture<nvgpu::TensorMapDescriptorType>(natives, "mlir::nvgpu::TensorMapDescriptorType", GETTER(getTensor), GETTER(getSwizzle), GETTER(getL2promo), GETTER(getOob), GETTER(getInterleave));
  addBuilder<nvgpu::TensorMapDescriptorType, MadeBy::Context, 0>(natives, "mlir::nvgpu::TensorMapDescriptorType", GETTER(getTensor), GETTER(getSwizzle), GETTER(getL2promo), GETTER(getOob), GETTER(getInterleave));
  addCapture<nvgpu::WarpgroupAccumulatorType>(natives, "mlir::nvgpu::WarpgroupAccumulatorType", GETTER(getFragmented));
  addBuilder<nvgpu::WarpgroupAccumulatorType, MadeBy::Context, 0>(natives, "mlir::nvgpu::WarpgroupAccumulatorType", GETTER(getFragmented));
  addCapture<nvgpu::WarpgroupMatrixDescriptorType>(natives, "mlir::nvgpu::WarpgroupMatrixDescriptorType", GETTER(getTensor));
  addBuilder<nvgpu::WarpgroupMatrixDescriptorType, MadeBy::Context, 0>(natives, "mlir::nvgpu::WarpgroupMatrixDescriptorType", GETTER(getTensor));
  addCapture<pdl::RangeType>(natives, "mlir::pdl::RangeType", GETTER(getElementType));
  addBuilder<pdl::RangeType, MadeBy::CheckedNoContext, 0>(natives, "mlir::pdl::RangeType", GETTER(getElementType));
  addCapture<ptr::PtrMetadataType>(natives, "mlir::ptr::PtrMetadataType", GETTER(getType));
  addBuilder<ptr::PtrMetadataType, MadeBy::CheckedContext, 0>(natives, "mlir::ptr::PtrMetadataType", GETTER(getType));
  addCapture<ptr::PtrType>(natives, "mlir::ptr::PtrType", GETTER(getMemorySpace));
  addBuilder<ptr::PtrType, MadeBy::Context, 0>(natives, "mlir::ptr::PtrType", GETTER(getMemorySpace));
  addCapture<quant::CalibratedQuantizedType>(natives, "mlir::quant::CalibratedQuantizedType", GETTER(getExpressedType), GETTER(getMin), GETTER(getMax));
  addBuilder<quant::CalibratedQuantizedType, MadeBy::CheckedNoContext, 0>(natives, "mlir::quant::CalibratedQuantizedType", GETTER(getExpressedType), GETTER(getMin), GETTER(getMax));
  addCapture<quant::UniformQuantizedPerAxisType>(natives, "mlir::quant::UniformQuantizedPerAxisType", GETTER(getFlags), GETTER(getStorageType), GETTER(getExpressedType), GETTER(getScales), GETTER(getZeroPoints), GETTER(getQuantizedDimension), GETTER(getStorageTypeMin), GETTER(getStorageTypeMax));
  addBuilder<quant::UniformQuantizedPerAxisType, MadeBy::CheckedNoContext, 0>(natives, "mlir::quant::UniformQuantizedPerAxisType", GETTER(getFlags), GETTER(getStorageType), GETTER(getExpressedType), GETTER(getScales), GETTER(getZeroPoints), GETTER(getQuantizedDimension), GETTER(getStorageTypeMin), GETTER(getStorageTypeMax));
  addCapture<quant::UniformQuantizedType>(natives, "mlir::quant::UniformQuantizedType", GETTER(getFlags), GETTER(getStorageType), GETTER(getExpressedType), GETTER(getScale), GETTER(getZeroPoint), GETTER(getStorageTypeMin), GETTER(getStorageTypeMax));
  addBuilder<quant::UniformQuantizedType, MadeBy::CheckedNoContext, 0>(natives, "mlir::quant::UniformQuantizedType", GETTER(getFlags), GETTER(getStorageType), GETTER(getExpressedType), GETTER(getScale), GETTER(getZeroPoint), GETTER(getStorageTypeMin), GETTER(getStorageTypeMax));
  addCapture<smt::ArrayType>(natives, "mlir::smt::ArrayType", GETTER(getDomainType), GETTER(getRangeType));
  addBuilder<smt::ArrayType, MadeBy::CheckedContext, 0>(natives, "mlir::smt::ArrayType", GETTER(getDomainType), GETTER(getRangeType));
  addCapture<smt::BitVectorType>(natives, "mlir::smt::BitVectorType", GETTER(getWidth));
  addBuilder<smt::BitVectorType, MadeBy::CheckedContext, 0>(natives, "mlir::smt::BitVectorType", GETTER(getWidth));
  addCapture<smt::SMTFuncType>(natives, "mlir::smt::SMTFuncType", GETTER(getDomainTypes), GETTER(getRangeType));
  addBuilder<smt::SMTFuncType, MadeBy::CheckedContext, 0>(natives, "mlir::smt::SMTFuncType", GETTER(getDomainTypes), GETTER(getRangeType));
  addCapture<smt::SortType>(natives, "mlir::smt::SortType", GETTER(getIdentifier), GETTER(getSortParams));
  addBuilder<smt::SortType, MadeBy::CheckedContext, 2>(natives, "mlir::smt::SortType", GETTER(getIdentifier), GETTER(getSortParams));
  addCapture<sparse_tensor::IterSpaceType>(natives, "mlir::sparse_tensor::IterSpaceType", GETTER(getEncoding), GETTER(getLoLvl), GETTER(getHiLvl));
  addBuilder<sparse_tensor::IterSpaceType, MadeBy::Context, 0>(natives, "mlir::sparse_tensor::IterSpaceType", GETTER(getEncoding), GETTER(getLoLvl), GETTER(getHiLvl));
  addCapture<sparse_tensor::IteratorType>(natives, "mlir::sparse_tensor::IteratorType", GETTER(getEncoding), GETTER(getLoLvl), GETTER(getHiLvl));
  addBuilder<sparse_tensor::IteratorType, MadeBy::Context, 0>(natives, "mlir::sparse_tensor::IteratorType", GETTER(getEncoding), GETTER(getLoLvl), GETTER(getHiLvl));
  addCapture<sparse_tensor::StorageSpecifierType>(natives, "mlir::sparse_tensor::StorageSpecifierType", GETTER(getEncoding));
  addBuilder<sparse_tensor::StorageSpecifierType, MadeBy::NoContext, 0>(natives, "mlir::sparse_tensor::StorageSpecifierType", GETTER(getEncoding));
  addCapture<spirv::ArrayType>(natives, "mlir::spirv::ArrayType", GETTER(getElementType), GETTER(getNumElements), GETTER(getArrayStride));
  addBuilder<spirv::ArrayType, MadeBy::NoContext, 0>(natives, "mlir::spirv::ArrayType", GETTER(getElementType), GETTER(getNumElements), GETTER(getArrayStride));
  addCapture<spirv::CooperativeMatrixType>(natives, "mlir::spirv::CooperativeMatrixType", GETTER(getElementType), GETTER(getRows), GETTER(getColumns), GETTER(getScope), GETTER(getUse));
  addBuilder<spirv::CooperativeMatrixType, MadeBy::NoContext, 0>(natives, "mlir::spirv::CooperativeMatrixType", GETTER(getElementType), GETTER(getRows), GETTER(getColumns), GETTER(getScope), GETTER(getUse));
  addCapture<spirv::ImageType>(natives, "mlir::spirv::ImageType", GETTER(getElementType), GETTER(getDim), GETTER(getDepthInfo), GETTER(getArrayedInfo), GETTER(getSamplingInfo), GETTER(getSamplerUseInfo), GETTER(getImageFormat));
  addBuilder<spirv::ImageType, MadeBy::NoContext, 0>(natives, "mlir::spirv::ImageType", GETTER(getElementType), GETTER(getDim), GETTER(getDepthInfo), GETTER(getArrayedInfo), GETTER(getSamplingInfo), GETTER(getSamplerUseInfo), GETTER(getImageFormat));
  addCapture<spirv::MatrixType>(natives, "mlir::spirv::MatrixType", GETTER(getColumnType), GETTER(getNumColumns));
  addBuilder<spirv::MatrixType, MadeBy::CheckedNoContext, 0>(natives, "mlir::spirv::MatrixType", GETTER(getColumnType), GETTER(getNumColumns));
  addCapture<spirv::PointerType>(natives, "mlir::spirv::PointerType", GETTER(getPointeeType), GETTER(getStorageClass));
  addBuilder<spirv::PointerType, MadeBy::NoContext, 0>(natives, "mlir::spirv::PointerType", GETTER(getPointeeType), GETTER(getStorageClass));
  addCapture<spirv::RuntimeArrayType>(natives, "mlir::spirv::RuntimeArrayType", GETTER(getElementType), GETTER(getArrayStride));
  addBuilder<spirv::RuntimeArrayType, MadeBy::NoContext, 0>(natives, "mlir::spirv::RuntimeArrayType", GETTER(getElementType), GETTER(getArrayStride));
  addCapture<spirv::SampledImageType>(natives, "mlir::spirv::SampledImageType", GETTER(getImageType));
  addBuilder<spirv::SampledImageType, MadeBy::NoContext, 0>(natives, "mlir::spirv::SampledImageType", GETTER(getImageType));
  addCapture<spirv::TensorArmType>(natives, "mlir::spirv::TensorArmType", GETTER(getShape), GETTER(getElementType));
  addBuilder<spirv::TensorArmType, MadeBy::NoContext, 0>(natives, "mlir::spirv::TensorArmType", GETTER(getShape), GETTER(getElementType));
  addCapture<tosa::shapeType>(natives, "mlir::tosa::shapeType", GETTER(getRank));
  addBuilder<tosa::shapeType, MadeBy::CheckedContext, 0>(natives, "mlir::tosa::shapeType", GETTER(getRank));
  addCapture<transform::OperationType>(natives, "mlir::transform::OperationType", GETTER(getOperationName));
  addBuilder<transform::OperationType, MadeBy::Context, 0>(natives, "mlir::transform::OperationType", GETTER(getOperationName));
  addCapture<transform::ParamType>(natives, "mlir::transform::ParamType", GETTER(getType));
  addBuilder<transform::ParamType, MadeBy::CheckedContext, 0>(natives, "mlir::transform::ParamType", GETTER(getType));
  addCapture<wasmssa::LimitType>(natives, "mlir::wasmssa::LimitType", GETTER(getMin), GETTER(getMax));
  addBuilder<wasmssa::LimitType, MadeBy::Context, 2>(natives, "mlir::wasmssa::LimitType", GETTER(getMin), GETTER(getMax));
  addCapture<wasmssa::LocalRefType>(natives, "mlir::wasmssa::LocalRefType", GETTER(getElementType));
  addBuilder<wasmssa::LocalRefType, MadeBy::Context, 0>(natives, "mlir::wasmssa::LocalRefType", GETTER(getElementType));
  addCapture<wasmssa::TableType>(natives, "mlir::wasmssa::TableType", GETTER(getReference), GETTER(getLimit));
  addBuilder<wasmssa::TableType, MadeBy::Context, 0>(natives, "mlir::wasmssa::TableType", GETTER(getReference), GETTER(getLimit));
  addCapture<xegpu::MemDescType>(natives, "mlir::xegpu::MemDescType", GETTER(getShape), GETTER(getElementType), GETTER(getMemLayout));
  addBuilder<xegpu::MemDescType, MadeBy::Context, 4>(natives, "mlir::xegpu::MemDescType", GETTER(getShape), GETTER(getElementType), GETTER(getMemLayout));
  addCapture<xegpu::TensorDescType>(natives, "mlir::xegpu::TensorDescType", GETTER(getShape), GETTER(getElementType), GETTER(getEncoding), GETTER(getLayout));
  addBuilder<xegpu::TensorDescType, MadeBy::CheckedContext, 12>(natives, "mlir::xegpu::TensorDescType", GETTER(getShape), GETTER(getElementType), GETTER(getEncoding), GETTER(getLayout));
}
