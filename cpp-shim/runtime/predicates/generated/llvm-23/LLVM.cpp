// What leaves of ODS predicates mean: LLVM.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
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
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"cast<NVVM::FPRoundingModeAttr>($_self).getValue() == NVVM::FPRoundingMode::NONE", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::FPRoundingModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::FPRoundingModeAttr>(self).getValue() == NVVM::FPRoundingMode::NONE);
     }},
    {"cast<NVVM::FPRoundingModeAttr>($_self).getValue() == NVVM::FPRoundingMode::RM", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::FPRoundingModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::FPRoundingModeAttr>(self).getValue() == NVVM::FPRoundingMode::RM);
     }},
    {"cast<NVVM::FPRoundingModeAttr>($_self).getValue() == NVVM::FPRoundingMode::RN", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::FPRoundingModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::FPRoundingModeAttr>(self).getValue() == NVVM::FPRoundingMode::RN);
     }},
    {"cast<NVVM::FPRoundingModeAttr>($_self).getValue() == NVVM::FPRoundingMode::RP", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::FPRoundingModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::FPRoundingModeAttr>(self).getValue() == NVVM::FPRoundingMode::RP);
     }},
    {"cast<NVVM::FPRoundingModeAttr>($_self).getValue() == NVVM::FPRoundingMode::RZ", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::FPRoundingModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::FPRoundingModeAttr>(self).getValue() == NVVM::FPRoundingMode::RZ);
     }},
    {"cast<NVVM::SaturationModeAttr>($_self).getValue() == NVVM::SaturationMode::NONE", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::SaturationModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::SaturationModeAttr>(self).getValue() == NVVM::SaturationMode::NONE);
     }},
    {"cast<NVVM::SaturationModeAttr>($_self).getValue() == NVVM::SaturationMode::SAT", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::SaturationModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::SaturationModeAttr>(self).getValue() == NVVM::SaturationMode::SAT);
     }},
    {"cast<NVVM::SaturationModeAttr>($_self).getValue() == NVVM::SaturationMode::SATFINITE", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<NVVM::SaturationModeAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<NVVM::SaturationModeAttr>(self).getValue() == NVVM::SaturationMode::SATFINITE);
     }},
    {"isa<LLVM::AccessGroupAttr>($_self)", isOfClass<Attribute, LLVM::AccessGroupAttr>},
    {"isa<LLVM::AddressSpaceAttr>($_self)", isOfClass<Attribute, LLVM::AddressSpaceAttr>},
    {"isa<LLVM::AliasScopeAttr>($_self)", isOfClass<Attribute, LLVM::AliasScopeAttr>},
    {"isa<LLVM::AliasScopeDomainAttr>($_self)", isOfClass<Attribute, LLVM::AliasScopeDomainAttr>},
    {"isa<LLVM::AsmDialectAttr>($_self)", isOfClass<Attribute, LLVM::AsmDialectAttr>},
    {"isa<LLVM::AtomicBinOpAttr>($_self)", isOfClass<Attribute, LLVM::AtomicBinOpAttr>},
    {"isa<LLVM::AtomicOrderingAttr>($_self)", isOfClass<Attribute, LLVM::AtomicOrderingAttr>},
    {"isa<LLVM::BlockAddressAttr>($_self)", isOfClass<Attribute, LLVM::BlockAddressAttr>},
    {"isa<LLVM::BlockTagAttr>($_self)", isOfClass<Attribute, LLVM::BlockTagAttr>},
    {"isa<LLVM::CConvAttr>($_self)", isOfClass<Attribute, LLVM::CConvAttr>},
    {"isa<LLVM::ComdatAttr>($_self)", isOfClass<Attribute, LLVM::ComdatAttr>},
    {"isa<LLVM::ConstantRangeAttr>($_self)", isOfClass<Attribute, LLVM::ConstantRangeAttr>},
    {"isa<LLVM::DIAnnotationAttr>($_self)", isOfClass<Attribute, LLVM::DIAnnotationAttr>},
    {"isa<LLVM::DIBasicTypeAttr>($_self)", isOfClass<Attribute, LLVM::DIBasicTypeAttr>},
    {"isa<LLVM::DICommonBlockAttr>($_self)", isOfClass<Attribute, LLVM::DICommonBlockAttr>},
    {"isa<LLVM::DICompileUnitAttr>($_self)", isOfClass<Attribute, LLVM::DICompileUnitAttr>},
    {"isa<LLVM::DICompositeTypeAttr>($_self)", isOfClass<Attribute, LLVM::DICompositeTypeAttr>},
    {"isa<LLVM::DIDerivedTypeAttr>($_self)", isOfClass<Attribute, LLVM::DIDerivedTypeAttr>},
    {"isa<LLVM::DIEmissionKindAttr>($_self)", isOfClass<Attribute, LLVM::DIEmissionKindAttr>},
    {"isa<LLVM::DIExpressionAttr>($_self)", isOfClass<Attribute, LLVM::DIExpressionAttr>},
    {"isa<LLVM::DIExpressionElemAttr>($_self)", isOfClass<Attribute, LLVM::DIExpressionElemAttr>},
    {"isa<LLVM::DIFileAttr>($_self)", isOfClass<Attribute, LLVM::DIFileAttr>},
    {"isa<LLVM::DIFlagsAttr>($_self)", isOfClass<Attribute, LLVM::DIFlagsAttr>},
    {"isa<LLVM::DIGenericSubrangeAttr>($_self)", isOfClass<Attribute, LLVM::DIGenericSubrangeAttr>},
    {"isa<LLVM::DIGlobalVariableAttr>($_self)", isOfClass<Attribute, LLVM::DIGlobalVariableAttr>},
    {"isa<LLVM::DIGlobalVariableExpressionAttr>($_self)", isOfClass<Attribute, LLVM::DIGlobalVariableExpressionAttr>},
    {"isa<LLVM::DIImportedEntityAttr>($_self)", isOfClass<Attribute, LLVM::DIImportedEntityAttr>},
    {"isa<LLVM::DILabelAttr>($_self)", isOfClass<Attribute, LLVM::DILabelAttr>},
    {"isa<LLVM::DILexicalBlockAttr>($_self)", isOfClass<Attribute, LLVM::DILexicalBlockAttr>},
    {"isa<LLVM::DILexicalBlockFileAttr>($_self)", isOfClass<Attribute, LLVM::DILexicalBlockFileAttr>},
    {"isa<LLVM::DILocalVariableAttr>($_self)", isOfClass<Attribute, LLVM::DILocalVariableAttr>},
    {"isa<LLVM::DIModuleAttr>($_self)", isOfClass<Attribute, LLVM::DIModuleAttr>},
    {"isa<LLVM::DINameTableKindAttr>($_self)", isOfClass<Attribute, LLVM::DINameTableKindAttr>},
    {"isa<LLVM::DINamespaceAttr>($_self)", isOfClass<Attribute, LLVM::DINamespaceAttr>},
    {"isa<LLVM::DINullTypeAttr>($_self)", isOfClass<Attribute, LLVM::DINullTypeAttr>},
    {"isa<LLVM::DIRecursiveTypeAttrInterface>($_self)", isOfClass<Attribute, LLVM::DIRecursiveTypeAttrInterface>},
    {"isa<LLVM::DIStringTypeAttr>($_self)", isOfClass<Attribute, LLVM::DIStringTypeAttr>},
    {"isa<LLVM::DISubprogramAttr>($_self)", isOfClass<Attribute, LLVM::DISubprogramAttr>},
    {"isa<LLVM::DISubprogramFlagsAttr>($_self)", isOfClass<Attribute, LLVM::DISubprogramFlagsAttr>},
    {"isa<LLVM::DISubrangeAttr>($_self)", isOfClass<Attribute, LLVM::DISubrangeAttr>},
    {"isa<LLVM::DISubroutineTypeAttr>($_self)", isOfClass<Attribute, LLVM::DISubroutineTypeAttr>},
    {"isa<LLVM::DSOLocalEquivalentAttr>($_self)", isOfClass<Attribute, LLVM::DSOLocalEquivalentAttr>},
    {"isa<LLVM::DenormalFPEnvAttr>($_self)", isOfClass<Attribute, LLVM::DenormalFPEnvAttr>},
    {"isa<LLVM::DenormalModeKindAttr>($_self)", isOfClass<Attribute, LLVM::DenormalModeKindAttr>},
    {"isa<LLVM::DependentLibrariesAttr>($_self)", isOfClass<Attribute, LLVM::DependentLibrariesAttr>},
    {"isa<LLVM::DereferenceableAttr>($_self)", isOfClass<Attribute, LLVM::DereferenceableAttr>},
    {"isa<LLVM::FCmpPredicateAttr>($_self)", isOfClass<Attribute, LLVM::FCmpPredicateAttr>},
    {"isa<LLVM::FPExceptionBehaviorAttr>($_self)", isOfClass<Attribute, LLVM::FPExceptionBehaviorAttr>},
    {"isa<LLVM::FastmathFlagsAttr>($_self)", isOfClass<Attribute, LLVM::FastmathFlagsAttr>},
    {"isa<LLVM::FramePointerKindAttr>($_self)", isOfClass<Attribute, LLVM::FramePointerKindAttr>},
    {"isa<LLVM::FunctionEntryCountAttr>($_self)", isOfClass<Attribute, LLVM::FunctionEntryCountAttr>},
    {"isa<LLVM::ICmpPredicateAttr>($_self)", isOfClass<Attribute, LLVM::ICmpPredicateAttr>},
    {"isa<LLVM::IntegerOverflowFlagsAttr>($_self)", isOfClass<Attribute, LLVM::IntegerOverflowFlagsAttr>},
    {"isa<LLVM::IntrinsicIntegerAttrInterface>($_self)", isOfClass<Attribute, LLVM::IntrinsicIntegerAttrInterface>},
    {"isa<LLVM::LLVMAddrSpaceAttrInterface>($_self)", isOfClass<Attribute, LLVM::LLVMAddrSpaceAttrInterface>},
    {"isa<LLVM::LinkageAttr>($_self)", isOfClass<Attribute, LLVM::LinkageAttr>},
    {"isa<LLVM::LoopAnnotationAttr>($_self)", isOfClass<Attribute, LLVM::LoopAnnotationAttr>},
    {"isa<LLVM::LoopDistributeAttr>($_self)", isOfClass<Attribute, LLVM::LoopDistributeAttr>},
    {"isa<LLVM::LoopInterleaveAttr>($_self)", isOfClass<Attribute, LLVM::LoopInterleaveAttr>},
    {"isa<LLVM::LoopLICMAttr>($_self)", isOfClass<Attribute, LLVM::LoopLICMAttr>},
    {"isa<LLVM::LoopPeeledAttr>($_self)", isOfClass<Attribute, LLVM::LoopPeeledAttr>},
    {"isa<LLVM::LoopPipelineAttr>($_self)", isOfClass<Attribute, LLVM::LoopPipelineAttr>},
    {"isa<LLVM::LoopUnrollAndJamAttr>($_self)", isOfClass<Attribute, LLVM::LoopUnrollAndJamAttr>},
    {"isa<LLVM::LoopUnrollAttr>($_self)", isOfClass<Attribute, LLVM::LoopUnrollAttr>},
    {"isa<LLVM::LoopUnswitchAttr>($_self)", isOfClass<Attribute, LLVM::LoopUnswitchAttr>},
    {"isa<LLVM::LoopVectorizeAttr>($_self)", isOfClass<Attribute, LLVM::LoopVectorizeAttr>},
    {"isa<LLVM::MDConstantAttr>($_self)", isOfClass<Attribute, LLVM::MDConstantAttr>},
    {"isa<LLVM::MDFuncAttr>($_self)", isOfClass<Attribute, LLVM::MDFuncAttr>},
    {"isa<LLVM::MDNodeAttr>($_self)", isOfClass<Attribute, LLVM::MDNodeAttr>},
    {"isa<LLVM::MDStringAttr>($_self)", isOfClass<Attribute, LLVM::MDStringAttr>},
    {"isa<LLVM::MMRATagAttr>($_self)", isOfClass<Attribute, LLVM::MMRATagAttr>},
    {"isa<LLVM::MemoryEffectsAttr>($_self)", isOfClass<Attribute, LLVM::MemoryEffectsAttr>},
    {"isa<LLVM::ModFlagBehaviorAttr>($_self)", isOfClass<Attribute, LLVM::ModFlagBehaviorAttr>},
    {"isa<LLVM::ModRefInfoAttr>($_self)", isOfClass<Attribute, LLVM::ModRefInfoAttr>},
    {"isa<LLVM::ModuleFlagAttr>($_self)", isOfClass<Attribute, LLVM::ModuleFlagAttr>},
    {"isa<LLVM::ModuleFlagAttrInterface>($_self)", isOfClass<Attribute, LLVM::ModuleFlagAttrInterface>},
    {"isa<LLVM::ModuleFlagCGProfileEntryAttr>($_self)", isOfClass<Attribute, LLVM::ModuleFlagCGProfileEntryAttr>},
    {"isa<LLVM::ModuleFlagProfileSummaryAttr>($_self)", isOfClass<Attribute, LLVM::ModuleFlagProfileSummaryAttr>},
    {"isa<LLVM::ModuleFlagProfileSummaryDetailedAttr>($_self)", isOfClass<Attribute, LLVM::ModuleFlagProfileSummaryDetailedAttr>},
    {"isa<LLVM::PoisonAttr>($_self)", isOfClass<Attribute, LLVM::PoisonAttr>},
    {"isa<LLVM::ProfileCountTypeAttr>($_self)", isOfClass<Attribute, LLVM::ProfileCountTypeAttr>},
    {"isa<LLVM::ProfileSummaryFormatKindAttr>($_self)", isOfClass<Attribute, LLVM::ProfileSummaryFormatKindAttr>},
    {"isa<LLVM::RoundingModeAttr>($_self)", isOfClass<Attribute, LLVM::RoundingModeAttr>},
    {"isa<LLVM::TBAAMemberAttr>($_self)", isOfClass<Attribute, LLVM::TBAAMemberAttr>},
    {"isa<LLVM::TBAARootAttr>($_self)", isOfClass<Attribute, LLVM::TBAARootAttr>},
    {"isa<LLVM::TBAATagAttr>($_self)", isOfClass<Attribute, LLVM::TBAATagAttr>},
    {"isa<LLVM::TBAATypeDescriptorAttr>($_self)", isOfClass<Attribute, LLVM::TBAATypeDescriptorAttr>},
    {"isa<LLVM::TailCallKindAttr>($_self)", isOfClass<Attribute, LLVM::TailCallKindAttr>},
    {"isa<LLVM::TargetAttr>($_self)", isOfClass<Attribute, LLVM::TargetAttr>},
    {"isa<LLVM::TargetAttrInterface>($_self)", isOfClass<Attribute, LLVM::TargetAttrInterface>},
    {"isa<LLVM::TargetFeaturesAttr>($_self)", isOfClass<Attribute, LLVM::TargetFeaturesAttr>},
    {"isa<LLVM::UWTableKindAttr>($_self)", isOfClass<Attribute, LLVM::UWTableKindAttr>},
    {"isa<LLVM::UndefAttr>($_self)", isOfClass<Attribute, LLVM::UndefAttr>},
    {"isa<LLVM::UnnamedAddrAttr>($_self)", isOfClass<Attribute, LLVM::UnnamedAddrAttr>},
    {"isa<LLVM::VScaleRangeAttr>($_self)", isOfClass<Attribute, LLVM::VScaleRangeAttr>},
    {"isa<LLVM::VecTypeHintAttr>($_self)", isOfClass<Attribute, LLVM::VecTypeHintAttr>},
    {"isa<LLVM::VisibilityAttr>($_self)", isOfClass<Attribute, LLVM::VisibilityAttr>},
    {"isa<LLVM::WorkgroupAttributionAttr>($_self)", isOfClass<Attribute, LLVM::WorkgroupAttributionAttr>},
    {"isa<LLVM::ZeroAttr>($_self)", isOfClass<Attribute, LLVM::ZeroAttr>},
    {"isa<LLVM::cconv::CConvAttr>($_self)", isOfClass<Attribute, LLVM::cconv::CConvAttr>},
    {"isa<LLVM::comdat::ComdatAttr>($_self)", isOfClass<Attribute, LLVM::comdat::ComdatAttr>},
    {"isa<LLVM::framePointerKind::FramePointerKindAttr>($_self)", isOfClass<Attribute, LLVM::framePointerKind::FramePointerKindAttr>},
    {"isa<LLVM::linkage::LinkageAttr>($_self)", isOfClass<Attribute, LLVM::linkage::LinkageAttr>},
    {"isa<LLVM::tailcallkind::TailCallKindAttr>($_self)", isOfClass<Attribute, LLVM::tailcallkind::TailCallKindAttr>},
    {"isa<LLVM::uwtable::UWTableKindAttr>($_self)", isOfClass<Attribute, LLVM::uwtable::UWTableKindAttr>},
    {"isa<NVVM::BarrierReductionAttr>($_self)", isOfClass<Attribute, NVVM::BarrierReductionAttr>},
    {"isa<NVVM::BlockScaleFormatAttr>($_self)", isOfClass<Attribute, NVVM::BlockScaleFormatAttr>},
    {"isa<NVVM::CTAGroupKindAttr>($_self)", isOfClass<Attribute, NVVM::CTAGroupKindAttr>},
    {"isa<NVVM::CacheEvictionPriorityAttr>($_self)", isOfClass<Attribute, NVVM::CacheEvictionPriorityAttr>},
    {"isa<NVVM::ClusterLaunchControlQueryTypeAttr>($_self)", isOfClass<Attribute, NVVM::ClusterLaunchControlQueryTypeAttr>},
    {"isa<NVVM::DotAccumulateTypeAttr>($_self)", isOfClass<Attribute, NVVM::DotAccumulateTypeAttr>},
    {"isa<NVVM::FPRoundingModeAttr>($_self)", isOfClass<Attribute, NVVM::FPRoundingModeAttr>},
    {"isa<NVVM::GridDepActionKindAttr>($_self)", isOfClass<Attribute, NVVM::GridDepActionKindAttr>},
    {"isa<NVVM::LdStMatrixEltTypeAttr>($_self)", isOfClass<Attribute, NVVM::LdStMatrixEltTypeAttr>},
    {"isa<NVVM::LdStMatrixShapeAttr>($_self)", isOfClass<Attribute, NVVM::LdStMatrixShapeAttr>},
    {"isa<NVVM::LoadCacheModifierKindAttr>($_self)", isOfClass<Attribute, NVVM::LoadCacheModifierKindAttr>},
    {"isa<NVVM::MMAB1OpAttr>($_self)", isOfClass<Attribute, NVVM::MMAB1OpAttr>},
    {"isa<NVVM::MMABlockScaleKindAttr>($_self)", isOfClass<Attribute, NVVM::MMABlockScaleKindAttr>},
    {"isa<NVVM::MMAFragAttr>($_self)", isOfClass<Attribute, NVVM::MMAFragAttr>},
    {"isa<NVVM::MMAIntOverflowAttr>($_self)", isOfClass<Attribute, NVVM::MMAIntOverflowAttr>},
    {"isa<NVVM::MMAKindAttr>($_self)", isOfClass<Attribute, NVVM::MMAKindAttr>},
    {"isa<NVVM::MMALayoutAttr>($_self)", isOfClass<Attribute, NVVM::MMALayoutAttr>},
    {"isa<NVVM::MMAShapeAttr>($_self)", isOfClass<Attribute, NVVM::MMAShapeAttr>},
    {"isa<NVVM::MMATypesAttr>($_self)", isOfClass<Attribute, NVVM::MMATypesAttr>},
    {"isa<NVVM::MatchSyncKindAttr>($_self)", isOfClass<Attribute, NVVM::MatchSyncKindAttr>},
    {"isa<NVVM::MemOrderKindAttr>($_self)", isOfClass<Attribute, NVVM::MemOrderKindAttr>},
    {"isa<NVVM::MemScopeKindAttr>($_self)", isOfClass<Attribute, NVVM::MemScopeKindAttr>},
    {"isa<NVVM::NVVMMemorySpaceAttr>($_self)", isOfClass<Attribute, NVVM::NVVMMemorySpaceAttr>},
    {"isa<NVVM::NVVMTargetAttr>($_self)", isOfClass<Attribute, NVVM::NVVMTargetAttr>},
    {"isa<NVVM::PermuteModeAttr>($_self)", isOfClass<Attribute, NVVM::PermuteModeAttr>},
    {"isa<NVVM::PrefetchCacheLevelAttr>($_self)", isOfClass<Attribute, NVVM::PrefetchCacheLevelAttr>},
    {"isa<NVVM::ProxyKindAttr>($_self)", isOfClass<Attribute, NVVM::ProxyKindAttr>},
    {"isa<NVVM::ReductionKindAttr>($_self)", isOfClass<Attribute, NVVM::ReductionKindAttr>},
    {"isa<NVVM::SaturationModeAttr>($_self)", isOfClass<Attribute, NVVM::SaturationModeAttr>},
    {"isa<NVVM::ScaleVecSizeAttr>($_self)", isOfClass<Attribute, NVVM::ScaleVecSizeAttr>},
    {"isa<NVVM::SetMaxRegisterActionAttr>($_self)", isOfClass<Attribute, NVVM::SetMaxRegisterActionAttr>},
    {"isa<NVVM::SharedSpaceAttr>($_self)", isOfClass<Attribute, NVVM::SharedSpaceAttr>},
    {"isa<NVVM::ShflKindAttr>($_self)", isOfClass<Attribute, NVVM::ShflKindAttr>},
    {"isa<NVVM::TMALoadModeAttr>($_self)", isOfClass<Attribute, NVVM::TMALoadModeAttr>},
    {"isa<NVVM::TMAReduxKindAttr>($_self)", isOfClass<Attribute, NVVM::TMAReduxKindAttr>},
    {"isa<NVVM::TMAStoreModeAttr>($_self)", isOfClass<Attribute, NVVM::TMAStoreModeAttr>},
    {"isa<NVVM::Tcgen05CpMulticastAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05CpMulticastAttr>},
    {"isa<NVVM::Tcgen05CpShapeAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05CpShapeAttr>},
    {"isa<NVVM::Tcgen05CpSrcFormatAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05CpSrcFormatAttr>},
    {"isa<NVVM::Tcgen05FenceKindAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05FenceKindAttr>},
    {"isa<NVVM::Tcgen05LdStShapeAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05LdStShapeAttr>},
    {"isa<NVVM::Tcgen05MMABlockScaleAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05MMABlockScaleAttr>},
    {"isa<NVVM::Tcgen05MMACollectorBBufferAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05MMACollectorBBufferAttr>},
    {"isa<NVVM::Tcgen05MMACollectorOpAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05MMACollectorOpAttr>},
    {"isa<NVVM::Tcgen05MMAKindAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05MMAKindAttr>},
    {"isa<NVVM::Tcgen05WaitKindAttr>($_self)", isOfClass<Attribute, NVVM::Tcgen05WaitKindAttr>},
    {"isa<NVVM::TensormapElemtypeAttr>($_self)", isOfClass<Attribute, NVVM::TensormapElemtypeAttr>},
    {"isa<NVVM::TensormapFieldAttr>($_self)", isOfClass<Attribute, NVVM::TensormapFieldAttr>},
    {"isa<NVVM::TensormapFillModeAttr>($_self)", isOfClass<Attribute, NVVM::TensormapFillModeAttr>},
    {"isa<NVVM::TensormapInterleaveLayoutAttr>($_self)", isOfClass<Attribute, NVVM::TensormapInterleaveLayoutAttr>},
    {"isa<NVVM::TensormapSwizzleAtomicityAttr>($_self)", isOfClass<Attribute, NVVM::TensormapSwizzleAtomicityAttr>},
    {"isa<NVVM::TensormapSwizzleModeAttr>($_self)", isOfClass<Attribute, NVVM::TensormapSwizzleModeAttr>},
    {"isa<NVVM::VoteSyncKindAttr>($_self)", isOfClass<Attribute, NVVM::VoteSyncKindAttr>},
    {"isa<NVVM::WGMMAScaleInAttr>($_self)", isOfClass<Attribute, NVVM::WGMMAScaleInAttr>},
    {"isa<NVVM::WGMMAScaleOutAttr>($_self)", isOfClass<Attribute, NVVM::WGMMAScaleOutAttr>},
    {"isa<NVVM::WGMMATypesAttr>($_self)", isOfClass<Attribute, NVVM::WGMMATypesAttr>},
    {"isa<ROCDL::BufferOOBModeAttr>($_self)", isOfClass<Attribute, ROCDL::BufferOOBModeAttr>},
    {"isa<ROCDL::BufferOOBModeModuleFlagAttr>($_self)", isOfClass<Attribute, ROCDL::BufferOOBModeModuleFlagAttr>},
    {"isa<ROCDL::Gfx12AtomicCachePolicyAttr>($_self)", isOfClass<Attribute, ROCDL::Gfx12AtomicCachePolicyAttr>},
    {"isa<ROCDL::Gfx12CachePolicyAttr>($_self)", isOfClass<Attribute, ROCDL::Gfx12CachePolicyAttr>},
    {"isa<ROCDL::Gfx942CachePolicyAttr>($_self)", isOfClass<Attribute, ROCDL::Gfx942CachePolicyAttr>},
    {"isa<ROCDL::MFMANegModifierAttr>($_self)", isOfClass<Attribute, ROCDL::MFMANegModifierAttr>},
    {"isa<ROCDL::MFMAPermBAttr>($_self)", isOfClass<Attribute, ROCDL::MFMAPermBAttr>},
    {"isa<ROCDL::MatrixFormatAttr>($_self)", isOfClass<Attribute, ROCDL::MatrixFormatAttr>},
    {"isa<ROCDL::PreGfx12CachePolicyAttr>($_self)", isOfClass<Attribute, ROCDL::PreGfx12CachePolicyAttr>},
    {"isa<ROCDL::ROCDLTargetAttr>($_self)", isOfClass<Attribute, ROCDL::ROCDLTargetAttr>},
    {"isa<ROCDL::SchedGroupMaskAttr>($_self)", isOfClass<Attribute, ROCDL::SchedGroupMaskAttr>},
    {"isa<ROCDL::TBufferOOBModeModuleFlagAttr>($_self)", isOfClass<Attribute, ROCDL::TBufferOOBModeModuleFlagAttr>},
    {"isa<ROCDL::WMMACModifierAttr>($_self)", isOfClass<Attribute, ROCDL::WMMACModifierAttr>},
    {"isa<ROCDL::WMMAMatrixScaleAttr>($_self)", isOfClass<Attribute, ROCDL::WMMAMatrixScaleAttr>},
    {"isa<ROCDL::WMMAMatrixScaleFormatAttr>($_self)", isOfClass<Attribute, ROCDL::WMMAMatrixScaleFormatAttr>},
    {"isa<xevm::AddrSpaceAttr>($_self)", isOfClass<Attribute, xevm::AddrSpaceAttr>},
    {"isa<xevm::ElemTypeAttr>($_self)", isOfClass<Attribute, xevm::ElemTypeAttr>},
    {"isa<xevm::ExtfDstElemTypeAttr>($_self)", isOfClass<Attribute, xevm::ExtfDstElemTypeAttr>},
    {"isa<xevm::ExtfDstElemTypesAttr>($_self)", isOfClass<Attribute, xevm::ExtfDstElemTypesAttr>},
    {"isa<xevm::ExtfSrcElemTypeAttr>($_self)", isOfClass<Attribute, xevm::ExtfSrcElemTypeAttr>},
    {"isa<xevm::ExtfSrcElemTypesAttr>($_self)", isOfClass<Attribute, xevm::ExtfSrcElemTypesAttr>},
    {"isa<xevm::LoadCacheControlAttr>($_self)", isOfClass<Attribute, xevm::LoadCacheControlAttr>},
    {"isa<xevm::MMAShapeAttr>($_self)", isOfClass<Attribute, xevm::MMAShapeAttr>},
    {"isa<xevm::MMATypesAttr>($_self)", isOfClass<Attribute, xevm::MMATypesAttr>},
    {"isa<xevm::MemScopeAttr>($_self)", isOfClass<Attribute, xevm::MemScopeAttr>},
    {"isa<xevm::StoreCacheControlAttr>($_self)", isOfClass<Attribute, xevm::StoreCacheControlAttr>},
    {"isa<xevm::TruncfDstElemTypeAttr>($_self)", isOfClass<Attribute, xevm::TruncfDstElemTypeAttr>},
    {"isa<xevm::TruncfDstElemTypesAttr>($_self)", isOfClass<Attribute, xevm::TruncfDstElemTypesAttr>},
    {"isa<xevm::TruncfSrcElemTypeAttr>($_self)", isOfClass<Attribute, xevm::TruncfSrcElemTypeAttr>},
    {"isa<xevm::TruncfSrcElemTypesAttr>($_self)", isOfClass<Attribute, xevm::TruncfSrcElemTypesAttr>},
    {"isa<xevm::XeVMTargetAttr>($_self)", isOfClass<Attribute, xevm::XeVMTargetAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<LLVM::AccessGroupOpInterface>($_self)", isOfClass<Operation *, LLVM::AccessGroupOpInterface>},
    {"isa<LLVM::AliasAnalysisOpInterface>($_self)", isOfClass<Operation *, LLVM::AliasAnalysisOpInterface>},
    {"isa<LLVM::DereferenceableOpInterface>($_self)", isOfClass<Operation *, LLVM::DereferenceableOpInterface>},
    {"isa<LLVM::DisjointFlagInterface>($_self)", isOfClass<Operation *, LLVM::DisjointFlagInterface>},
    {"isa<LLVM::ExactFlagInterface>($_self)", isOfClass<Operation *, LLVM::ExactFlagInterface>},
    {"isa<LLVM::FPExceptionBehaviorOpInterface>($_self)", isOfClass<Operation *, LLVM::FPExceptionBehaviorOpInterface>},
    {"isa<LLVM::FastmathFlagsInterface>($_self)", isOfClass<Operation *, LLVM::FastmathFlagsInterface>},
    {"isa<LLVM::IntegerOverflowFlagsInterface>($_self)", isOfClass<Operation *, LLVM::IntegerOverflowFlagsInterface>},
    {"isa<LLVM::NonNegFlagInterface>($_self)", isOfClass<Operation *, LLVM::NonNegFlagInterface>},
    {"isa<LLVM::OneToOneIntrinsicOpInterface>($_self)", isOfClass<Operation *, LLVM::OneToOneIntrinsicOpInterface>},
    {"isa<LLVM::RoundingModeOpInterface>($_self)", isOfClass<Operation *, LLVM::RoundingModeOpInterface>},
    {"isa<NVVM::BasicPtxBuilderInterface>($_self)", isOfClass<Operation *, NVVM::BasicPtxBuilderInterface>},
    {"isa<NVVM::RequiresSMInterface>($_self)", isOfClass<Operation *, NVVM::RequiresSMInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"LLVM::isCompatibleFloatingPointType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(LLVM::isCompatibleFloatingPointType(self));
     }},
    {"LLVM::isCompatibleOuterType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(LLVM::isCompatibleOuterType(self));
     }},
    {"LLVM::isCompatibleVectorType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(LLVM::isCompatibleVectorType(self));
     }},
    {"LLVM::isLoadableType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(LLVM::isLoadableType(self));
     }},
    {"LLVM::isScalableVectorType($_self)", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(LLVM::isCompatibleVectorType(self)))
         return std::nullopt;
       return static_cast<bool>(LLVM::isScalableVectorType(self));
     }},
    {"cast<LLVM::LLVMStructType>($_self).isOpaque()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<LLVM::LLVMStructType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<LLVM::LLVMStructType>(self).isOpaque());
     }},
    {"cast<LLVM::LLVMTargetExtType>($_self).supportsMemOps()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<LLVM::LLVMTargetExtType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<LLVM::LLVMTargetExtType>(self).supportsMemOps());
     }},
    {"isa<LLVM::LLVMArrayType>($_self)", isOfClass<Type, LLVM::LLVMArrayType>},
    {"isa<LLVM::LLVMByteType>($_self)", isOfClass<Type, LLVM::LLVMByteType>},
    {"isa<LLVM::LLVMFunctionType>($_self)", isOfClass<Type, LLVM::LLVMFunctionType>},
    {"isa<LLVM::LLVMMetadataType>($_self)", isOfClass<Type, LLVM::LLVMMetadataType>},
    {"isa<LLVM::LLVMPPCFP128Type>($_self)", isOfClass<Type, LLVM::LLVMPPCFP128Type>},
    {"isa<LLVM::LLVMPointerType>($_self)", isOfClass<Type, LLVM::LLVMPointerType>},
    {"isa<LLVM::LLVMStructType>($_self)", isOfClass<Type, LLVM::LLVMStructType>},
    {"isa<LLVM::LLVMTargetExtType>($_self)", isOfClass<Type, LLVM::LLVMTargetExtType>},
    {"isa<LLVM::LLVMVoidType>($_self)", isOfClass<Type, LLVM::LLVMVoidType>},
    {"isa<LLVM::LLVMX86AMXType>($_self)", isOfClass<Type, LLVM::LLVMX86AMXType>},
    {"isa<LLVM::PointerElementTypeInterface>($_self)", isOfClass<Type, LLVM::PointerElementTypeInterface>},
};

constexpr PredicateEntry<PredicateNumber<Type>> typeNumbers[] = {
    {"cast<LLVM::LLVMPointerType>($_self).getAddressSpace()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<LLVM::LLVMPointerType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<LLVM::LLVMPointerType>(self).getAddressSpace());
     }},
};

} // namespace

PredicateGroup getLLVMPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, typeNumbers, {}}};
}
} // namespace mlir
