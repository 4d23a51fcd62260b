// What leaves of ODS predicates mean: LLVM.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/LLVMIR/BasicPtxBuilderInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMInterfaces.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/LLVMIR/XeVMDialect.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
void addLLVMPredicates(PredicateTable &table) {
  table.addClass<Attribute, LLVM::AccessGroupAttr>("LLVM::AccessGroupAttr");
  table.addClass<Attribute, LLVM::AddressSpaceAttr>("LLVM::AddressSpaceAttr");
  table.addClass<Attribute, LLVM::AliasScopeAttr>("LLVM::AliasScopeAttr");
  table.addClass<Attribute, LLVM::AliasScopeDomainAttr>("LLVM::AliasScopeDomainAttr");
  table.addClass<Attribute, LLVM::AsmDialectAttr>("LLVM::AsmDialectAttr");
  table.addClass<Attribute, LLVM::AtomicBinOpAttr>("LLVM::AtomicBinOpAttr");
  table.addClass<Attribute, LLVM::AtomicOrderingAttr>("LLVM::AtomicOrderingAttr");
  table.addClass<Attribute, LLVM::BlockAddressAttr>("LLVM::BlockAddressAttr");
  table.addClass<Attribute, LLVM::BlockTagAttr>("LLVM::BlockTagAttr");
  table.addClass<Attribute, LLVM::CConvAttr>("LLVM::CConvAttr");
  table.addClass<Attribute, LLVM::ComdatAttr>("LLVM::ComdatAttr");
  table.addClass<Attribute, LLVM::ConstantRangeAttr>("LLVM::ConstantRangeAttr");
  table.addClass<Attribute, LLVM::DIAnnotationAttr>("LLVM::DIAnnotationAttr");
  table.addClass<Attribute, LLVM::DIBasicTypeAttr>("LLVM::DIBasicTypeAttr");
  table.addClass<Attribute, LLVM::DICommonBlockAttr>("LLVM::DICommonBlockAttr");
  table.addClass<Attribute, LLVM::DICompileUnitAttr>("LLVM::DICompileUnitAttr");
  table.addClass<Attribute, LLVM::DICompositeTypeAttr>("LLVM::DICompositeTypeAttr");
  table.addClass<Attribute, LLVM::DIDerivedTypeAttr>("LLVM::DIDerivedTypeAttr");
  table.addClass<Attribute, LLVM::DIEmissionKindAttr>("LLVM::DIEmissionKindAttr");
  table.addClass<Attribute, LLVM::DIExpressionAttr>("LLVM::DIExpressionAttr");
  table.addClass<Attribute, LLVM::DIExpressionElemAttr>("LLVM::DIExpressionElemAttr");
  table.addClass<Attribute, LLVM::DIFileAttr>("LLVM::DIFileAttr");
  table.addClass<Attribute, LLVM::DIFlagsAttr>("LLVM::DIFlagsAttr");
  table.addClass<Attribute, LLVM::DIGenericSubrangeAttr>("LLVM::DIGenericSubrangeAttr");
  table.addClass<Attribute, LLVM::DIGlobalVariableAttr>("LLVM::DIGlobalVariableAttr");
  table.addClass<Attribute, LLVM::DIGlobalVariableExpressionAttr>("LLVM::DIGlobalVariableExpressionAttr");
  table.addClass<Attribute, LLVM::DIImportedEntityAttr>("LLVM::DIImportedEntityAttr");
  table.addClass<Attribute, LLVM::DILabelAttr>("LLVM::DILabelAttr");
  table.addClass<Attribute, LLVM::DILexicalBlockAttr>("LLVM::DILexicalBlockAttr");
  table.addClass<Attribute, LLVM::DILexicalBlockFileAttr>("LLVM::DILexicalBlockFileAttr");
  table.addClass<Attribute, LLVM::DILocalVariableAttr>("LLVM::DILocalVariableAttr");
  table.addClass<Attribute, LLVM::DIModuleAttr>("LLVM::DIModuleAttr");
  table.addClass<Attribute, LLVM::DINameTableKindAttr>("LLVM::DINameTableKindAttr");
  table.addClass<Attribute, LLVM::DINamespaceAttr>("LLVM::DINamespaceAttr");
  table.addClass<Attribute, LLVM::DINullTypeAttr>("LLVM::DINullTypeAttr");
  table.addClass<Attribute, LLVM::DIRecursiveTypeAttrInterface>("LLVM::DIRecursiveTypeAttrInterface");
  table.addClass<Attribute, LLVM::DIStringTypeAttr>("LLVM::DIStringTypeAttr");
  table.addClass<Attribute, LLVM::DISubprogramAttr>("LLVM::DISubprogramAttr");
  table.addClass<Attribute, LLVM::DISubprogramFlagsAttr>("LLVM::DISubprogramFlagsAttr");
  table.addClass<Attribute, LLVM::DISubrangeAttr>("LLVM::DISubrangeAttr");
  table.addClass<Attribute, LLVM::DISubroutineTypeAttr>("LLVM::DISubroutineTypeAttr");
  table.addClass<Attribute, LLVM::DSOLocalEquivalentAttr>("LLVM::DSOLocalEquivalentAttr");
  table.addClass<Attribute, LLVM::DependentLibrariesAttr>("LLVM::DependentLibrariesAttr");
  table.addClass<Attribute, LLVM::DereferenceableAttr>("LLVM::DereferenceableAttr");
  table.addClass<Attribute, LLVM::FCmpPredicateAttr>("LLVM::FCmpPredicateAttr");
  table.addClass<Attribute, LLVM::FPExceptionBehaviorAttr>("LLVM::FPExceptionBehaviorAttr");
  table.addClass<Attribute, LLVM::FastmathFlagsAttr>("LLVM::FastmathFlagsAttr");
  table.addClass<Attribute, LLVM::FramePointerKindAttr>("LLVM::FramePointerKindAttr");
  table.addClass<Attribute, LLVM::ICmpPredicateAttr>("LLVM::ICmpPredicateAttr");
  table.addClass<Attribute, LLVM::IntegerOverflowFlagsAttr>("LLVM::IntegerOverflowFlagsAttr");
  table.addClass<Attribute, LLVM::LLVMAddrSpaceAttrInterface>("LLVM::LLVMAddrSpaceAttrInterface");
  table.addClass<Attribute, LLVM::LinkageAttr>("LLVM::LinkageAttr");
  table.addClass<Attribute, LLVM::LoopAnnotationAttr>("LLVM::LoopAnnotationAttr");
  table.addClass<Attribute, LLVM::LoopDistributeAttr>("LLVM::LoopDistributeAttr");
  table.addClass<Attribute, LLVM::LoopInterleaveAttr>("LLVM::LoopInterleaveAttr");
  table.addClass<Attribute, LLVM::LoopLICMAttr>("LLVM::LoopLICMAttr");
  table.addClass<Attribute, LLVM::LoopPeeledAttr>("LLVM::LoopPeeledAttr");
  table.addClass<Attribute, LLVM::LoopPipelineAttr>("LLVM::LoopPipelineAttr");
  table.addClass<Attribute, LLVM::LoopUnrollAndJamAttr>("LLVM::LoopUnrollAndJamAttr");
  table.addClass<Attribute, LLVM::LoopUnrollAttr>("LLVM::LoopUnrollAttr");
  table.addClass<Attribute, LLVM::LoopUnswitchAttr>("LLVM::LoopUnswitchAttr");
  table.addClass<Attribute, LLVM::LoopVectorizeAttr>("LLVM::LoopVectorizeAttr");
  table.addClass<Attribute, LLVM::MMRATagAttr>("LLVM::MMRATagAttr");
  table.addClass<Attribute, LLVM::MemoryEffectsAttr>("LLVM::MemoryEffectsAttr");
  table.addClass<Attribute, LLVM::ModFlagBehaviorAttr>("LLVM::ModFlagBehaviorAttr");
  table.addClass<Attribute, LLVM::ModRefInfoAttr>("LLVM::ModRefInfoAttr");
  table.addClass<Attribute, LLVM::ModuleFlagAttr>("LLVM::ModuleFlagAttr");
  table.addClass<Attribute, LLVM::ModuleFlagCGProfileEntryAttr>("LLVM::ModuleFlagCGProfileEntryAttr");
  table.addClass<Attribute, LLVM::ModuleFlagProfileSummaryAttr>("LLVM::ModuleFlagProfileSummaryAttr");
  table.addClass<Attribute, LLVM::ModuleFlagProfileSummaryDetailedAttr>("LLVM::ModuleFlagProfileSummaryDetailedAttr");
  table.addClass<Attribute, LLVM::PoisonAttr>("LLVM::PoisonAttr");
  table.addClass<Attribute, LLVM::ProfileSummaryFormatKindAttr>("LLVM::ProfileSummaryFormatKindAttr");
  table.addClass<Attribute, LLVM::RoundingModeAttr>("LLVM::RoundingModeAttr");
  table.addClass<Attribute, LLVM::TBAAMemberAttr>("LLVM::TBAAMemberAttr");
  table.addClass<Attribute, LLVM::TBAARootAttr>("LLVM::TBAARootAttr");
  table.addClass<Attribute, LLVM::TBAATagAttr>("LLVM::TBAATagAttr");
  table.addClass<Attribute, LLVM::TBAATypeDescriptorAttr>("LLVM::TBAATypeDescriptorAttr");
  table.addClass<Attribute, LLVM::TailCallKindAttr>("LLVM::TailCallKindAttr");
  table.addClass<Attribute, LLVM::TargetAttr>("LLVM::TargetAttr");
  table.addClass<Attribute, LLVM::TargetAttrInterface>("LLVM::TargetAttrInterface");
  table.addClass<Attribute, LLVM::TargetFeaturesAttr>("LLVM::TargetFeaturesAttr");
  table.addClass<Attribute, LLVM::UWTableKindAttr>("LLVM::UWTableKindAttr");
  table.addClass<Attribute, LLVM::UndefAttr>("LLVM::UndefAttr");
  table.addClass<Attribute, LLVM::UnnamedAddrAttr>("LLVM::UnnamedAddrAttr");
  table.addClass<Attribute, LLVM::VScaleRangeAttr>("LLVM::VScaleRangeAttr");
  table.addClass<Attribute, LLVM::VecTypeHintAttr>("LLVM::VecTypeHintAttr");
  table.addClass<Attribute, LLVM::VisibilityAttr>("LLVM::VisibilityAttr");
  table.addClass<Attribute, LLVM::WorkgroupAttributionAttr>("LLVM::WorkgroupAttributionAttr");
  table.addClass<Attribute, LLVM::ZeroAttr>("LLVM::ZeroAttr");
  table.addClass<Attribute, LLVM::cconv::CConvAttr>("LLVM::cconv::CConvAttr");
  table.addClass<Attribute, LLVM::comdat::ComdatAttr>("LLVM::comdat::ComdatAttr");
  table.addClass<Attribute, LLVM::framePointerKind::FramePointerKindAttr>("LLVM::framePointerKind::FramePointerKindAttr");
  table.addClass<Attribute, LLVM::linkage::LinkageAttr>("LLVM::linkage::LinkageAttr");
  table.addClass<Attribute, LLVM::tailcallkind::TailCallKindAttr>("LLVM::tailcallkind::TailCallKindAttr");
  table.addClass<Attribute, LLVM::uwtable::UWTableKindAttr>("LLVM::uwtable::UWTableKindAttr");
  table.addClass<Attribute, NVVM::BarrierReductionAttr>("NVVM::BarrierReductionAttr");
  table.addClass<Attribute, NVVM::BlockScaleFormatAttr>("NVVM::BlockScaleFormatAttr");
  table.addClass<Attribute, NVVM::CTAGroupKindAttr>("NVVM::CTAGroupKindAttr");
  table.addClass<Attribute, NVVM::CacheEvictionPriorityAttr>("NVVM::CacheEvictionPriorityAttr");
  table.addClass<Attribute, NVVM::ClusterLaunchControlQueryTypeAttr>("NVVM::ClusterLaunchControlQueryTypeAttr");
  table.addClass<Attribute, NVVM::DotAccumulateTypeAttr>("NVVM::DotAccumulateTypeAttr");
  table.addClass<Attribute, NVVM::FPRoundingModeAttr>("NVVM::FPRoundingModeAttr");
  table.addClass<Attribute, NVVM::GridDepActionKindAttr>("NVVM::GridDepActionKindAttr");
  table.addClass<Attribute, NVVM::LdStMatrixEltTypeAttr>("NVVM::LdStMatrixEltTypeAttr");
  table.addClass<Attribute, NVVM::LdStMatrixShapeAttr>("NVVM::LdStMatrixShapeAttr");
  table.addClass<Attribute, NVVM::LoadCacheModifierKindAttr>("NVVM::LoadCacheModifierKindAttr");
  table.addClass<Attribute, NVVM::MMAB1OpAttr>("NVVM::MMAB1OpAttr");
  table.addClass<Attribute, NVVM::MMABlockScaleKindAttr>("NVVM::MMABlockScaleKindAttr");
  table.addClass<Attribute, NVVM::MMAFragAttr>("NVVM::MMAFragAttr");
  table.addClass<Attribute, NVVM::MMAIntOverflowAttr>("NVVM::MMAIntOverflowAttr");
  table.addClass<Attribute, NVVM::MMAKindAttr>("NVVM::MMAKindAttr");
  table.addClass<Attribute, NVVM::MMALayoutAttr>("NVVM::MMALayoutAttr");
  table.addClass<Attribute, NVVM::MMAShapeAttr>("NVVM::MMAShapeAttr");
  table.addClass<Attribute, NVVM::MMATypesAttr>("NVVM::MMATypesAttr");
  table.addClass<Attribute, NVVM::MatchSyncKindAttr>("NVVM::MatchSyncKindAttr");
  table.addClass<Attribute, NVVM::MemOrderKindAttr>("NVVM::MemOrderKindAttr");
  table.addClass<Attribute, NVVM::MemScopeKindAttr>("NVVM::MemScopeKindAttr");
  table.addClass<Attribute, NVVM::NVVMMemorySpaceAttr>("NVVM::NVVMMemorySpaceAttr");
  table.addClass<Attribute, NVVM::NVVMTargetAttr>("NVVM::NVVMTargetAttr");
  table.addClass<Attribute, NVVM::PermuteModeAttr>("NVVM::PermuteModeAttr");
  table.addClass<Attribute, NVVM::PrefetchCacheLevelAttr>("NVVM::PrefetchCacheLevelAttr");
  table.addClass<Attribute, NVVM::ProxyKindAttr>("NVVM::ProxyKindAttr");
  table.addClass<Attribute, NVVM::ReduxKindAttr>("NVVM::ReduxKindAttr");
  table.addClass<Attribute, NVVM::SaturationModeAttr>("NVVM::SaturationModeAttr");
  table.addClass<Attribute, NVVM::ScaleVecSizeAttr>("NVVM::ScaleVecSizeAttr");
  table.addClass<Attribute, NVVM::SetMaxRegisterActionAttr>("NVVM::SetMaxRegisterActionAttr");
  table.addClass<Attribute, NVVM::SharedSpaceAttr>("NVVM::SharedSpaceAttr");
  table.addClass<Attribute, NVVM::ShflKindAttr>("NVVM::ShflKindAttr");
  table.addClass<Attribute, NVVM::TMALoadModeAttr>("NVVM::TMALoadModeAttr");
  table.addClass<Attribute, NVVM::TMAReduxKindAttr>("NVVM::TMAReduxKindAttr");
  table.addClass<Attribute, NVVM::TMAStoreModeAttr>("NVVM::TMAStoreModeAttr");
  table.addClass<Attribute, NVVM::Tcgen05CpMulticastAttr>("NVVM::Tcgen05CpMulticastAttr");
  table.addClass<Attribute, NVVM::Tcgen05CpShapeAttr>("NVVM::Tcgen05CpShapeAttr");
  table.addClass<Attribute, NVVM::Tcgen05CpSrcFormatAttr>("NVVM::Tcgen05CpSrcFormatAttr");
  table.addClass<Attribute, NVVM::Tcgen05FenceKindAttr>("NVVM::Tcgen05FenceKindAttr");
  table.addClass<Attribute, NVVM::Tcgen05LdStShapeAttr>("NVVM::Tcgen05LdStShapeAttr");
  table.addClass<Attribute, NVVM::Tcgen05MMABlockScaleAttr>("NVVM::Tcgen05MMABlockScaleAttr");
  table.addClass<Attribute, NVVM::Tcgen05MMACollectorBBufferAttr>("NVVM::Tcgen05MMACollectorBBufferAttr");
  table.addClass<Attribute, NVVM::Tcgen05MMACollectorOpAttr>("NVVM::Tcgen05MMACollectorOpAttr");
  table.addClass<Attribute, NVVM::Tcgen05MMAKindAttr>("NVVM::Tcgen05MMAKindAttr");
  table.addClass<Attribute, NVVM::Tcgen05WaitKindAttr>("NVVM::Tcgen05WaitKindAttr");
  table.addClass<Attribute, NVVM::VoteSyncKindAttr>("NVVM::VoteSyncKindAttr");
  table.addClass<Attribute, NVVM::WGMMAScaleInAttr>("NVVM::WGMMAScaleInAttr");
  table.addClass<Attribute, NVVM::WGMMAScaleOutAttr>("NVVM::WGMMAScaleOutAttr");
  table.addClass<Attribute, NVVM::WGMMATypesAttr>("NVVM::WGMMATypesAttr");
  table.addClass<Attribute, ROCDL::ROCDLTargetAttr>("ROCDL::ROCDLTargetAttr");
  table.addClass<Attribute, xevm::AddrSpaceAttr>("xevm::AddrSpaceAttr");
  table.addClass<Attribute, xevm::ElemTypeAttr>("xevm::ElemTypeAttr");
  table.addClass<Attribute, xevm::LoadCacheControlAttr>("xevm::LoadCacheControlAttr");
  table.addClass<Attribute, xevm::MMAShapeAttr>("xevm::MMAShapeAttr");
  table.addClass<Attribute, xevm::MMATypesAttr>("xevm::MMATypesAttr");
  table.addClass<Attribute, xevm::MemScopeAttr>("xevm::MemScopeAttr");
  table.addClass<Attribute, xevm::StoreCacheControlAttr>("xevm::StoreCacheControlAttr");
  table.addClass<Attribute, xevm::XeVMTargetAttr>("xevm::XeVMTargetAttr");
  table.addClass<Operation *, LLVM::AccessGroupOpInterface>("LLVM::AccessGroupOpInterface");
  table.addClass<Operation *, LLVM::AliasAnalysisOpInterface>("LLVM::AliasAnalysisOpInterface");
  table.addClass<Operation *, LLVM::DereferenceableOpInterface>("LLVM::DereferenceableOpInterface");
  table.addClass<Operation *, LLVM::DisjointFlagInterface>("LLVM::DisjointFlagInterface");
  table.addClass<Operation *, LLVM::ExactFlagInterface>("LLVM::ExactFlagInterface");
  table.addClass<Operation *, LLVM::FPExceptionBehaviorOpInterface>("LLVM::FPExceptionBehaviorOpInterface");
  table.addClass<Operation *, LLVM::FastmathFlagsInterface>("LLVM::FastmathFlagsInterface");
  table.addClass<Operation *, LLVM::IntegerOverflowFlagsInterface>("LLVM::IntegerOverflowFlagsInterface");
  table.addClass<Operation *, LLVM::NonNegFlagInterface>("LLVM::NonNegFlagInterface");
  table.addClass<Operation *, LLVM::OneToOneIntrinsicOpInterface>("LLVM::OneToOneIntrinsicOpInterface");
  table.addClass<Operation *, LLVM::RoundingModeOpInterface>("LLVM::RoundingModeOpInterface");
  table.addClass<Operation *, NVVM::BasicPtxBuilderInterface>("NVVM::BasicPtxBuilderInterface");
  table.addClass<Operation *, NVVM::RequiresSMInterface>("NVVM::RequiresSMInterface");
  table.add<Type>("LLVM::isCompatibleFloatingPointType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(LLVM::isCompatibleFloatingPointType(self));
  });
  table.add<Type>("LLVM::isCompatibleOuterType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(LLVM::isCompatibleOuterType(self));
  });
  table.add<Type>("LLVM::isCompatibleVectorType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(LLVM::isCompatibleVectorType(self));
  });
  table.add<Type>("LLVM::isLoadableType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(LLVM::isLoadableType(self));
  });
  table.add<Type>("LLVM::isScalableVectorType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(LLVM::isCompatibleVectorType(self)))
      return std::nullopt;
    return static_cast<bool>(LLVM::isScalableVectorType(self));
  });
  table.add<Type>("cast<LLVM::LLVMStructType>($_self).isOpaque()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<LLVM::LLVMStructType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<LLVM::LLVMStructType>(self).isOpaque());
  });
  table.add<Type>("cast<LLVM::LLVMTargetExtType>($_self).supportsMemOps()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<LLVM::LLVMTargetExtType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<LLVM::LLVMTargetExtType>(self).supportsMemOps());
  });
  table.addClass<Type, LLVM::LLVMArrayType>("LLVM::LLVMArrayType");
  table.addClass<Type, LLVM::LLVMFunctionType>("LLVM::LLVMFunctionType");
  table.addClass<Type, LLVM::LLVMPPCFP128Type>("LLVM::LLVMPPCFP128Type");
  table.addClass<Type, LLVM::LLVMPointerType>("LLVM::LLVMPointerType");
  table.addClass<Type, LLVM::LLVMStructType>("LLVM::LLVMStructType");
  table.addClass<Type, LLVM::LLVMTargetExtType>("LLVM::LLVMTargetExtType");
  table.addClass<Type, LLVM::LLVMTokenType>("LLVM::LLVMTokenType");
  table.addClass<Type, LLVM::LLVMVoidType>("LLVM::LLVMVoidType");
  table.addClass<Type, LLVM::LLVMX86AMXType>("LLVM::LLVMX86AMXType");
  table.addClass<Type, LLVM::PointerElementTypeInterface>("LLVM::PointerElementTypeInterface");
  table.addNumber<Type>("cast<LLVM::LLVMPointerType>($_self).getAddressSpace()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<LLVM::LLVMPointerType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<LLVM::LLVMPointerType>(self).getAddressSpace());
  });
}
} // namespace mlir
