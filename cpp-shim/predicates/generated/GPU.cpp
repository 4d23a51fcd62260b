// What leaves of ODS predicates mean: GPU.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/ArmSME/IR/ArmSME.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/Dialect/XeGPU/IR/XeGPU.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
void addGPUPredicates(PredicateTable &table) {
  table.add<Attribute>("$_self.hasPromiseOrImplementsInterface<gpu::TargetAttrInterface>()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.hasPromiseOrImplementsInterface<gpu::TargetAttrInterface>());
  });
  table.add<Attribute>("$_self.hasTrait<gpu::OffloadingTranslationAttrTrait>()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(hasTrait<gpu::OffloadingTranslationAttrTrait>(self, "mlir::gpu::OffloadingTranslationAttrTrait<Empty>"));
  });
  table.addClass<Attribute, amdgpu::AddressSpaceAttr>("amdgpu::AddressSpaceAttr");
  table.addClass<Attribute, amdgpu::DPPPermAttr>("amdgpu::DPPPermAttr");
  table.addClass<Attribute, amdgpu::MFMAPermBAttr>("amdgpu::MFMAPermBAttr");
  table.addClass<Attribute, amdgpu::sched_barrier_opt_enumAttr>("amdgpu::sched_barrier_opt_enumAttr");
  table.addClass<Attribute, arm_sme::CombiningKindAttr>("arm_sme::CombiningKindAttr");
  table.addClass<Attribute, arm_sme::TileSliceLayoutAttr>("arm_sme::TileSliceLayoutAttr");
  table.addClass<Attribute, arm_sme::TypeSizeAttr>("arm_sme::TypeSizeAttr");
  table.addClass<Attribute, gpu::AddressSpaceAttr>("gpu::AddressSpaceAttr");
  table.addClass<Attribute, gpu::AllReduceOperationAttr>("gpu::AllReduceOperationAttr");
  table.addClass<Attribute, gpu::BroadcastTypeAttr>("gpu::BroadcastTypeAttr");
  table.addClass<Attribute, gpu::DimensionAttr>("gpu::DimensionAttr");
  table.addClass<Attribute, gpu::GPUBlockMappingAttr>("gpu::GPUBlockMappingAttr");
  table.addClass<Attribute, gpu::GPULaneMappingAttr>("gpu::GPULaneMappingAttr");
  table.addClass<Attribute, gpu::GPUMappingMaskAttr>("gpu::GPUMappingMaskAttr");
  table.addClass<Attribute, gpu::GPUMemorySpaceMappingAttr>("gpu::GPUMemorySpaceMappingAttr");
  table.addClass<Attribute, gpu::GPUThreadMappingAttr>("gpu::GPUThreadMappingAttr");
  table.addClass<Attribute, gpu::GPUWarpMappingAttr>("gpu::GPUWarpMappingAttr");
  table.addClass<Attribute, gpu::GPUWarpgroupMappingAttr>("gpu::GPUWarpgroupMappingAttr");
  table.addClass<Attribute, gpu::KernelMetadataAttr>("gpu::KernelMetadataAttr");
  table.addClass<Attribute, gpu::KernelTableAttr>("gpu::KernelTableAttr");
  table.addClass<Attribute, gpu::MMAElementwiseOpAttr>("gpu::MMAElementwiseOpAttr");
  table.addClass<Attribute, gpu::MappingIdAttr>("gpu::MappingIdAttr");
  table.addClass<Attribute, gpu::ObjectAttr>("gpu::ObjectAttr");
  table.addClass<Attribute, gpu::OffloadingLLVMTranslationAttrInterface>("gpu::OffloadingLLVMTranslationAttrInterface");
  table.addClass<Attribute, gpu::ParallelLoopDimMappingAttr>("gpu::ParallelLoopDimMappingAttr");
  table.addClass<Attribute, gpu::ProcessorAttr>("gpu::ProcessorAttr");
  table.addClass<Attribute, gpu::Prune2To4SpMatFlagAttr>("gpu::Prune2To4SpMatFlagAttr");
  table.addClass<Attribute, gpu::SelectObjectAttr>("gpu::SelectObjectAttr");
  table.addClass<Attribute, gpu::ShuffleModeAttr>("gpu::ShuffleModeAttr");
  table.addClass<Attribute, gpu::SpGEMMWorkEstimationOrComputeKindAttr>("gpu::SpGEMMWorkEstimationOrComputeKindAttr");
  table.addClass<Attribute, gpu::TargetAttrInterface>("gpu::TargetAttrInterface");
  table.addClass<Attribute, gpu::TargetAttrVerifyInterface>("gpu::TargetAttrVerifyInterface");
  table.addClass<Attribute, gpu::TransposeModeAttr>("gpu::TransposeModeAttr");
  table.addClass<Attribute, nvgpu::RcpRoundingModeAttr>("nvgpu::RcpRoundingModeAttr");
  table.addClass<Attribute, nvgpu::TensorMapInterleaveKindAttr>("nvgpu::TensorMapInterleaveKindAttr");
  table.addClass<Attribute, nvgpu::TensorMapL2PromoKindAttr>("nvgpu::TensorMapL2PromoKindAttr");
  table.addClass<Attribute, nvgpu::TensorMapOOBKindAttr>("nvgpu::TensorMapOOBKindAttr");
  table.addClass<Attribute, nvgpu::TensorMapSwizzleKindAttr>("nvgpu::TensorMapSwizzleKindAttr");
  table.addClass<Attribute, xegpu::BlockTensorDescAttr>("xegpu::BlockTensorDescAttr");
  table.addClass<Attribute, xegpu::CachePolicyAttr>("xegpu::CachePolicyAttr");
  table.addClass<Attribute, xegpu::DistributeLayoutAttr>("xegpu::DistributeLayoutAttr");
  table.addClass<Attribute, xegpu::FenceScopeAttr>("xegpu::FenceScopeAttr");
  table.addClass<Attribute, xegpu::LayoutAttr>("xegpu::LayoutAttr");
  table.addClass<Attribute, xegpu::MemLayoutAttr>("xegpu::MemLayoutAttr");
  table.addClass<Attribute, xegpu::MemorySpaceAttr>("xegpu::MemorySpaceAttr");
  table.addClass<Attribute, xegpu::RangeAttr>("xegpu::RangeAttr");
  table.addClass<Attribute, xegpu::ScatterTensorDescAttr>("xegpu::ScatterTensorDescAttr");
  table.addClass<Attribute, xegpu::SliceAttr>("xegpu::SliceAttr");
  table.addClass<Operation *, arm_sme::ArmSMETileOpInterface>("ArmSMETileOpInterface");
  table.addClass<Operation *, amx::AMXIntrinsicOp>("amx::AMXIntrinsicOp");
  table.addClass<Operation *, gpu::AsyncOpInterface>("gpu::AsyncOpInterface");
  table.addClass<Operation *, x86vector::X86IntrinsicOp>("x86vector::X86IntrinsicOp");
  table.addClass<Operation *, xegpu::AnchorLayoutInterface>("xegpu::AnchorLayoutInterface");
  table.addClass<Type, amdgpu::TDMBaseType>("amdgpu::TDMBaseType");
  table.addClass<Type, amdgpu::TDMDescriptorType>("amdgpu::TDMDescriptorType");
  table.addClass<Type, amdgpu::TDMGatherBaseType>("amdgpu::TDMGatherBaseType");
  table.addClass<Type, amx::TileType>("amx::TileType");
  table.addClass<Type, gpu::AsyncTokenType>("gpu::AsyncTokenType");
  table.addClass<Type, gpu::MMAMatrixType>("gpu::MMAMatrixType");
  table.addClass<Type, gpu::SparseDnTensorHandleType>("gpu::SparseDnTensorHandleType");
  table.addClass<Type, gpu::SparseSpGEMMOpHandleType>("gpu::SparseSpGEMMOpHandleType");
  table.addClass<Type, gpu::SparseSpMatHandleType>("gpu::SparseSpMatHandleType");
  table.addClass<Type, nvgpu::DeviceAsyncTokenType>("nvgpu::DeviceAsyncTokenType");
  table.addClass<Type, nvgpu::MBarrierGroupType>("nvgpu::MBarrierGroupType");
  table.addClass<Type, nvgpu::MBarrierTokenType>("nvgpu::MBarrierTokenType");
  table.addClass<Type, nvgpu::TensorMapDescriptorType>("nvgpu::TensorMapDescriptorType");
  table.addClass<Type, nvgpu::WarpgroupAccumulatorType>("nvgpu::WarpgroupAccumulatorType");
  table.addClass<Type, nvgpu::WarpgroupMatrixDescriptorType>("nvgpu::WarpgroupMatrixDescriptorType");
  table.addClass<Type, xegpu::MemDescType>("xegpu::MemDescType");
  table.addClass<Type, xegpu::NbarrierType>("xegpu::NbarrierType");
  table.addClass<Type, xegpu::TensorDescType>("xegpu::TensorDescType");
  table.addNumber<Type>("cast<amx::TileType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<amx::TileType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<amx::TileType>(self).getRank());
  });
}
} // namespace mlir
