// What leaves of ODS predicates mean: GPU.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/ArmSME/IR/ArmSME.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/X86/X86Dialect.h"
#include "mlir/Dialect/XeGPU/IR/XeGPU.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"$_self.hasPromiseOrImplementsInterface<gpu::TargetAttrInterface>()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.hasPromiseOrImplementsInterface<gpu::TargetAttrInterface>());
     }},
    {"$_self.hasTrait<gpu::OffloadingTranslationAttrTrait>()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.hasTrait<gpu::OffloadingTranslationAttrTrait>());
     }},
    {"isa<amdgpu::AddressSpaceAttr>($_self)", isOfClass<Attribute, amdgpu::AddressSpaceAttr>},
    {"isa<amdgpu::DPPPermAttr>($_self)", isOfClass<Attribute, amdgpu::DPPPermAttr>},
    {"isa<amdgpu::LoadTemporalHintAttr>($_self)", isOfClass<Attribute, amdgpu::LoadTemporalHintAttr>},
    {"isa<amdgpu::ScopeAttr>($_self)", isOfClass<Attribute, amdgpu::ScopeAttr>},
    {"isa<arm_sme::CombiningKindAttr>($_self)", isOfClass<Attribute, arm_sme::CombiningKindAttr>},
    {"isa<arm_sme::TileSliceLayoutAttr>($_self)", isOfClass<Attribute, arm_sme::TileSliceLayoutAttr>},
    {"isa<arm_sme::TypeSizeAttr>($_self)", isOfClass<Attribute, arm_sme::TypeSizeAttr>},
    {"isa<gpu::AddressSpaceAttr>($_self)", isOfClass<Attribute, gpu::AddressSpaceAttr>},
    {"isa<gpu::AllReduceOperationAttr>($_self)", isOfClass<Attribute, gpu::AllReduceOperationAttr>},
    {"isa<gpu::BarrierScopeAttr>($_self)", isOfClass<Attribute, gpu::BarrierScopeAttr>},
    {"isa<gpu::BroadcastTypeAttr>($_self)", isOfClass<Attribute, gpu::BroadcastTypeAttr>},
    {"isa<gpu::DimensionAttr>($_self)", isOfClass<Attribute, gpu::DimensionAttr>},
    {"isa<gpu::GPUBlockMappingAttr>($_self)", isOfClass<Attribute, gpu::GPUBlockMappingAttr>},
    {"isa<gpu::GPULaneMappingAttr>($_self)", isOfClass<Attribute, gpu::GPULaneMappingAttr>},
    {"isa<gpu::GPUMappingMaskAttr>($_self)", isOfClass<Attribute, gpu::GPUMappingMaskAttr>},
    {"isa<gpu::GPUMemorySpaceMappingAttr>($_self)", isOfClass<Attribute, gpu::GPUMemorySpaceMappingAttr>},
    {"isa<gpu::GPUThreadMappingAttr>($_self)", isOfClass<Attribute, gpu::GPUThreadMappingAttr>},
    {"isa<gpu::GPUWarpMappingAttr>($_self)", isOfClass<Attribute, gpu::GPUWarpMappingAttr>},
    {"isa<gpu::GPUWarpgroupMappingAttr>($_self)", isOfClass<Attribute, gpu::GPUWarpgroupMappingAttr>},
    {"isa<gpu::KernelMetadataAttr>($_self)", isOfClass<Attribute, gpu::KernelMetadataAttr>},
    {"isa<gpu::KernelTableAttr>($_self)", isOfClass<Attribute, gpu::KernelTableAttr>},
    {"isa<gpu::MMAElementwiseOpAttr>($_self)", isOfClass<Attribute, gpu::MMAElementwiseOpAttr>},
    {"isa<gpu::MappingIdAttr>($_self)", isOfClass<Attribute, gpu::MappingIdAttr>},
    {"isa<gpu::ObjectAttr>($_self)", isOfClass<Attribute, gpu::ObjectAttr>},
    {"isa<gpu::OffloadingLLVMTranslationAttrInterface>($_self)", isOfClass<Attribute, gpu::OffloadingLLVMTranslationAttrInterface>},
    {"isa<gpu::ParallelLoopDimMappingAttr>($_self)", isOfClass<Attribute, gpu::ParallelLoopDimMappingAttr>},
    {"isa<gpu::ProcessorAttr>($_self)", isOfClass<Attribute, gpu::ProcessorAttr>},
    {"isa<gpu::Prune2To4SpMatFlagAttr>($_self)", isOfClass<Attribute, gpu::Prune2To4SpMatFlagAttr>},
    {"isa<gpu::SelectObjectAttr>($_self)", isOfClass<Attribute, gpu::SelectObjectAttr>},
    {"isa<gpu::ShuffleModeAttr>($_self)", isOfClass<Attribute, gpu::ShuffleModeAttr>},
    {"isa<gpu::SpGEMMWorkEstimationOrComputeKindAttr>($_self)", isOfClass<Attribute, gpu::SpGEMMWorkEstimationOrComputeKindAttr>},
    {"isa<gpu::TargetAttrInterface>($_self)", isOfClass<Attribute, gpu::TargetAttrInterface>},
    {"isa<gpu::TargetAttrVerifyInterface>($_self)", isOfClass<Attribute, gpu::TargetAttrVerifyInterface>},
    {"isa<gpu::TransposeModeAttr>($_self)", isOfClass<Attribute, gpu::TransposeModeAttr>},
    {"isa<nvgpu::RcpRoundingModeAttr>($_self)", isOfClass<Attribute, nvgpu::RcpRoundingModeAttr>},
    {"isa<nvgpu::TensorMapInterleaveKindAttr>($_self)", isOfClass<Attribute, nvgpu::TensorMapInterleaveKindAttr>},
    {"isa<nvgpu::TensorMapL2PromoKindAttr>($_self)", isOfClass<Attribute, nvgpu::TensorMapL2PromoKindAttr>},
    {"isa<nvgpu::TensorMapOOBKindAttr>($_self)", isOfClass<Attribute, nvgpu::TensorMapOOBKindAttr>},
    {"isa<nvgpu::TensorMapSwizzleKindAttr>($_self)", isOfClass<Attribute, nvgpu::TensorMapSwizzleKindAttr>},
    {"isa<xegpu::BlockTensorDescAttr>($_self)", isOfClass<Attribute, xegpu::BlockTensorDescAttr>},
    {"isa<xegpu::CachePolicyAttr>($_self)", isOfClass<Attribute, xegpu::CachePolicyAttr>},
    {"isa<xegpu::DistributeLayoutAttr>($_self)", isOfClass<Attribute, xegpu::DistributeLayoutAttr>},
    {"isa<xegpu::FenceScopeAttr>($_self)", isOfClass<Attribute, xegpu::FenceScopeAttr>},
    {"isa<xegpu::LayoutAttr>($_self)", isOfClass<Attribute, xegpu::LayoutAttr>},
    {"isa<xegpu::MemLayoutAttr>($_self)", isOfClass<Attribute, xegpu::MemLayoutAttr>},
    {"isa<xegpu::MemorySpaceAttr>($_self)", isOfClass<Attribute, xegpu::MemorySpaceAttr>},
    {"isa<xegpu::RangeAttr>($_self)", isOfClass<Attribute, xegpu::RangeAttr>},
    {"isa<xegpu::SliceAttr>($_self)", isOfClass<Attribute, xegpu::SliceAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<ArmSMETileOpInterface>($_self)", isOfClass<Operation *, arm_sme::ArmSMETileOpInterface>},
    {"isa<gpu::AsyncOpInterface>($_self)", isOfClass<Operation *, gpu::AsyncOpInterface>},
    {"isa<x86::X86IntrinsicOp>($_self)", isOfClass<Operation *, x86::X86IntrinsicOp>},
    {"isa<xegpu::AnchorLayoutInterface>($_self)", isOfClass<Operation *, xegpu::AnchorLayoutInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"isa<amdgpu::DsBarrierStateType>($_self)", isOfClass<Type, amdgpu::DsBarrierStateType>},
    {"isa<amdgpu::TDMBaseType>($_self)", isOfClass<Type, amdgpu::TDMBaseType>},
    {"isa<amdgpu::TDMDescriptorType>($_self)", isOfClass<Type, amdgpu::TDMDescriptorType>},
    {"isa<amdgpu::TDMGatherBaseType>($_self)", isOfClass<Type, amdgpu::TDMGatherBaseType>},
    {"isa<gpu::AsyncTokenType>($_self)", isOfClass<Type, gpu::AsyncTokenType>},
    {"isa<gpu::MMAMatrixType>($_self)", isOfClass<Type, gpu::MMAMatrixType>},
    {"isa<gpu::NamedBarrierType>($_self)", isOfClass<Type, gpu::NamedBarrierType>},
    {"isa<gpu::SparseDnTensorHandleType>($_self)", isOfClass<Type, gpu::SparseDnTensorHandleType>},
    {"isa<gpu::SparseSpGEMMOpHandleType>($_self)", isOfClass<Type, gpu::SparseSpGEMMOpHandleType>},
    {"isa<gpu::SparseSpMatHandleType>($_self)", isOfClass<Type, gpu::SparseSpMatHandleType>},
    {"isa<nvgpu::DeviceAsyncTokenType>($_self)", isOfClass<Type, nvgpu::DeviceAsyncTokenType>},
    {"isa<nvgpu::MBarrierGroupType>($_self)", isOfClass<Type, nvgpu::MBarrierGroupType>},
    {"isa<nvgpu::MBarrierTokenType>($_self)", isOfClass<Type, nvgpu::MBarrierTokenType>},
    {"isa<nvgpu::TensorMapDescriptorType>($_self)", isOfClass<Type, nvgpu::TensorMapDescriptorType>},
    {"isa<nvgpu::WarpgroupAccumulatorType>($_self)", isOfClass<Type, nvgpu::WarpgroupAccumulatorType>},
    {"isa<nvgpu::WarpgroupMatrixDescriptorType>($_self)", isOfClass<Type, nvgpu::WarpgroupMatrixDescriptorType>},
    {"isa<x86::AMXTileType>($_self)", isOfClass<Type, x86::AMXTileType>},
    {"isa<xegpu::MemDescType>($_self)", isOfClass<Type, xegpu::MemDescType>},
    {"isa<xegpu::NbarrierType>($_self)", isOfClass<Type, xegpu::NbarrierType>},
    {"isa<xegpu::TensorDescType>($_self)", isOfClass<Type, xegpu::TensorDescType>},
};

constexpr PredicateEntry<PredicateNumber<Type>> typeNumbers[] = {
    {"cast<x86::AMXTileType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<x86::AMXTileType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<x86::AMXTileType>(self).getRank());
     }},
};

} // namespace

PredicateGroup getGPUPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, typeNumbers, {}}};
}
} // namespace mlir
