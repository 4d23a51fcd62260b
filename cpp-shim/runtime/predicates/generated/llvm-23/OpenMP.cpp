// What leaves of ODS predicates mean: OpenMP.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"isa<acc::ClauseDefaultValueAttr>($_self)", isOfClass<Attribute, acc::ClauseDefaultValueAttr>},
    {"isa<acc::CombinedConstructsTypeAttr>($_self)", isOfClass<Attribute, acc::CombinedConstructsTypeAttr>},
    {"isa<acc::ConstructAttr>($_self)", isOfClass<Attribute, acc::ConstructAttr>},
    {"isa<acc::DataClauseAttr>($_self)", isOfClass<Attribute, acc::DataClauseAttr>},
    {"isa<acc::DataClauseModifierAttr>($_self)", isOfClass<Attribute, acc::DataClauseModifierAttr>},
    {"isa<acc::DeclareActionAttr>($_self)", isOfClass<Attribute, acc::DeclareActionAttr>},
    {"isa<acc::DeclareAttr>($_self)", isOfClass<Attribute, acc::DeclareAttr>},
    {"isa<acc::DeviceTypeAttr>($_self)", isOfClass<Attribute, acc::DeviceTypeAttr>},
    {"isa<acc::GPUParallelDimAttr>($_self)", isOfClass<Attribute, acc::GPUParallelDimAttr>},
    {"isa<acc::GPUParallelDimsAttr>($_self)", isOfClass<Attribute, acc::GPUParallelDimsAttr>},
    {"isa<acc::GangArgTypeAttr>($_self)", isOfClass<Attribute, acc::GangArgTypeAttr>},
    {"isa<acc::LoopLocAttr>($_self)", isOfClass<Attribute, acc::LoopLocAttr>},
    {"isa<acc::ParLevelAttr>($_self)", isOfClass<Attribute, acc::ParLevelAttr>},
    {"isa<acc::RecipeKindAttr>($_self)", isOfClass<Attribute, acc::RecipeKindAttr>},
    {"isa<acc::ReductionOperatorAttr>($_self)", isOfClass<Attribute, acc::ReductionOperatorAttr>},
    {"isa<acc::RoutineInfoAttr>($_self)", isOfClass<Attribute, acc::RoutineInfoAttr>},
    {"isa<acc::SpecializedRoutineAttr>($_self)", isOfClass<Attribute, acc::SpecializedRoutineAttr>},
    {"isa<acc::VarNameAttr>($_self)", isOfClass<Attribute, acc::VarNameAttr>},
    {"isa<omp::AccessGroupModifierAttr>($_self)", isOfClass<Attribute, omp::AccessGroupModifierAttr>},
    {"isa<omp::AtomicControlAttr>($_self)", isOfClass<Attribute, omp::AtomicControlAttr>},
    {"isa<omp::ClauseBindKindAttr>($_self)", isOfClass<Attribute, omp::ClauseBindKindAttr>},
    {"isa<omp::ClauseCancellationConstructTypeAttr>($_self)", isOfClass<Attribute, omp::ClauseCancellationConstructTypeAttr>},
    {"isa<omp::ClauseDependAttr>($_self)", isOfClass<Attribute, omp::ClauseDependAttr>},
    {"isa<omp::ClauseGrainsizeTypeAttr>($_self)", isOfClass<Attribute, omp::ClauseGrainsizeTypeAttr>},
    {"isa<omp::ClauseMapFlagsAttr>($_self)", isOfClass<Attribute, omp::ClauseMapFlagsAttr>},
    {"isa<omp::ClauseMemoryOrderKindAttr>($_self)", isOfClass<Attribute, omp::ClauseMemoryOrderKindAttr>},
    {"isa<omp::ClauseNumTasksTypeAttr>($_self)", isOfClass<Attribute, omp::ClauseNumTasksTypeAttr>},
    {"isa<omp::ClauseNumThreadsTypeAttr>($_self)", isOfClass<Attribute, omp::ClauseNumThreadsTypeAttr>},
    {"isa<omp::ClauseOrderKindAttr>($_self)", isOfClass<Attribute, omp::ClauseOrderKindAttr>},
    {"isa<omp::ClauseProcBindKindAttr>($_self)", isOfClass<Attribute, omp::ClauseProcBindKindAttr>},
    {"isa<omp::ClauseRequiresAttr>($_self)", isOfClass<Attribute, omp::ClauseRequiresAttr>},
    {"isa<omp::ClauseScheduleKindAttr>($_self)", isOfClass<Attribute, omp::ClauseScheduleKindAttr>},
    {"isa<omp::ClauseTaskDependAttr>($_self)", isOfClass<Attribute, omp::ClauseTaskDependAttr>},
    {"isa<omp::DataSharingClauseTypeAttr>($_self)", isOfClass<Attribute, omp::DataSharingClauseTypeAttr>},
    {"isa<omp::DeclareTargetAttr>($_self)", isOfClass<Attribute, omp::DeclareTargetAttr>},
    {"isa<omp::DeclareTargetCaptureClauseAttr>($_self)", isOfClass<Attribute, omp::DeclareTargetCaptureClauseAttr>},
    {"isa<omp::DeclareTargetDeviceTypeAttr>($_self)", isOfClass<Attribute, omp::DeclareTargetDeviceTypeAttr>},
    {"isa<omp::FallbackModifierAttr>($_self)", isOfClass<Attribute, omp::FallbackModifierAttr>},
    {"isa<omp::FlagsAttr>($_self)", isOfClass<Attribute, omp::FlagsAttr>},
    {"isa<omp::LinearModifierAttr>($_self)", isOfClass<Attribute, omp::LinearModifierAttr>},
    {"isa<omp::OrderModifierAttr>($_self)", isOfClass<Attribute, omp::OrderModifierAttr>},
    {"isa<omp::ReductionModifierAttr>($_self)", isOfClass<Attribute, omp::ReductionModifierAttr>},
    {"isa<omp::ScheduleModifierAttr>($_self)", isOfClass<Attribute, omp::ScheduleModifierAttr>},
    {"isa<omp::TargetExecModeAttr>($_self)", isOfClass<Attribute, omp::TargetExecModeAttr>},
    {"isa<omp::VariableCaptureKindAttr>($_self)", isOfClass<Attribute, omp::VariableCaptureKindAttr>},
    {"isa<omp::VersionAttr>($_self)", isOfClass<Attribute, omp::VersionAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<acc::AddressOfGlobalOpInterface>($_self)", isOfClass<Operation *, acc::AddressOfGlobalOpInterface>},
    {"isa<acc::ComputeRegionOpInterface>($_self)", isOfClass<Operation *, acc::ComputeRegionOpInterface>},
    {"isa<acc::GlobalVariableOpInterface>($_self)", isOfClass<Operation *, acc::GlobalVariableOpInterface>},
    {"isa<acc::IndirectGlobalAccessOpInterface>($_self)", isOfClass<Operation *, acc::IndirectGlobalAccessOpInterface>},
    {"isa<acc::OffloadRegionOpInterface>($_self)", isOfClass<Operation *, acc::OffloadRegionOpInterface>},
    {"isa<acc::OutlineIdentityOperandOpInterface>($_self)", isOfClass<Operation *, acc::OutlineIdentityOperandOpInterface>},
    {"isa<acc::OutlineRematerializationOpInterface>($_self)", isOfClass<Operation *, acc::OutlineRematerializationOpInterface>},
    {"isa<acc::PartialEntityAccessOpInterface>($_self)", isOfClass<Operation *, acc::PartialEntityAccessOpInterface>},
    {"isa<accomp::AtomicCaptureOpInterface>($_self)", isOfClass<Operation *, accomp::AtomicCaptureOpInterface>},
    {"isa<accomp::AtomicCompareOpInterface>($_self)", isOfClass<Operation *, accomp::AtomicCompareOpInterface>},
    {"isa<accomp::AtomicReadOpInterface>($_self)", isOfClass<Operation *, accomp::AtomicReadOpInterface>},
    {"isa<accomp::AtomicUpdateOpInterface>($_self)", isOfClass<Operation *, accomp::AtomicUpdateOpInterface>},
    {"isa<accomp::AtomicWriteOpInterface>($_self)", isOfClass<Operation *, accomp::AtomicWriteOpInterface>},
    {"isa<accomp::RecipeInterface>($_self)", isOfClass<Operation *, accomp::RecipeInterface>},
    {"isa<omp::BlockArgOpenMPOpInterface>($_self)", isOfClass<Operation *, omp::BlockArgOpenMPOpInterface>},
    {"isa<omp::ComposableOpInterface>($_self)", isOfClass<Operation *, omp::ComposableOpInterface>},
    {"isa<omp::DeclareTargetInterface>($_self)", isOfClass<Operation *, omp::DeclareTargetInterface>},
    {"isa<omp::LoopTransformationInterface>($_self)", isOfClass<Operation *, omp::LoopTransformationInterface>},
    {"isa<omp::LoopWrapperInterface>($_self)", isOfClass<Operation *, omp::LoopWrapperInterface>},
    {"isa<omp::MapClauseOwningOpInterface>($_self)", isOfClass<Operation *, omp::MapClauseOwningOpInterface>},
    {"isa<omp::OffloadModuleInterface>($_self)", isOfClass<Operation *, omp::OffloadModuleInterface>},
    {"isa<omp::OutlineableOpenMPOpInterface>($_self)", isOfClass<Operation *, omp::OutlineableOpenMPOpInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"isa<acc::DataBoundsType>($_self)", isOfClass<Type, acc::DataBoundsType>},
    {"isa<acc::DeclareTokenType>($_self)", isOfClass<Type, acc::DeclareTokenType>},
    {"isa<acc::MappableType>($_self)", isOfClass<Type, acc::MappableType>},
    {"isa<acc::PointerLikeType>($_self)", isOfClass<Type, acc::PointerLikeType>},
    {"isa<acc::PrivateType>($_self)", isOfClass<Type, acc::PrivateType>},
    {"isa<acc::ReducibleType>($_self)", isOfClass<Type, acc::ReducibleType>},
    {"isa<omp::AffinityEntryType>($_self)", isOfClass<Type, omp::AffinityEntryType>},
    {"isa<omp::CanonicalLoopInfoType>($_self)", isOfClass<Type, omp::CanonicalLoopInfoType>},
    {"isa<omp::IteratedType>($_self)", isOfClass<Type, omp::IteratedType>},
    {"isa<omp::MapBoundsType>($_self)", isOfClass<Type, omp::MapBoundsType>},
    {"isa<omp::PointerLikeType>($_self)", isOfClass<Type, omp::PointerLikeType>},
};

} // namespace

PredicateGroup getOpenMPPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, {}, {}}};
}
} // namespace mlir
