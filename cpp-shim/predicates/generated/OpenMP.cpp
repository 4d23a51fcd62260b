// What leaves of ODS predicates mean: OpenMP.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
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
void addOpenMPPredicates(PredicateTable &table) {
  table.addClass<Attribute, acc::ClauseDefaultValueAttr>("acc::ClauseDefaultValueAttr");
  table.addClass<Attribute, acc::CombinedConstructsTypeAttr>("acc::CombinedConstructsTypeAttr");
  table.addClass<Attribute, acc::ConstructAttr>("acc::ConstructAttr");
  table.addClass<Attribute, acc::DataClauseAttr>("acc::DataClauseAttr");
  table.addClass<Attribute, acc::DataClauseModifierAttr>("acc::DataClauseModifierAttr");
  table.addClass<Attribute, acc::DeclareActionAttr>("acc::DeclareActionAttr");
  table.addClass<Attribute, acc::DeclareAttr>("acc::DeclareAttr");
  table.addClass<Attribute, acc::DeviceTypeAttr>("acc::DeviceTypeAttr");
  table.addClass<Attribute, acc::GangArgTypeAttr>("acc::GangArgTypeAttr");
  table.addClass<Attribute, acc::ParLevelAttr>("acc::ParLevelAttr");
  table.addClass<Attribute, acc::RecipeKindAttr>("acc::RecipeKindAttr");
  table.addClass<Attribute, acc::ReductionOperatorAttr>("acc::ReductionOperatorAttr");
  table.addClass<Attribute, acc::RoutineInfoAttr>("acc::RoutineInfoAttr");
  table.addClass<Attribute, acc::SpecializedRoutineAttr>("acc::SpecializedRoutineAttr");
  table.addClass<Attribute, acc::VarNameAttr>("acc::VarNameAttr");
  table.addClass<Attribute, omp::AtomicControlAttr>("omp::AtomicControlAttr");
  table.addClass<Attribute, omp::ClauseBindKindAttr>("omp::ClauseBindKindAttr");
  table.addClass<Attribute, omp::ClauseCancellationConstructTypeAttr>("omp::ClauseCancellationConstructTypeAttr");
  table.addClass<Attribute, omp::ClauseDependAttr>("omp::ClauseDependAttr");
  table.addClass<Attribute, omp::ClauseGrainsizeTypeAttr>("omp::ClauseGrainsizeTypeAttr");
  table.addClass<Attribute, omp::ClauseMapFlagsAttr>("omp::ClauseMapFlagsAttr");
  table.addClass<Attribute, omp::ClauseMemoryOrderKindAttr>("omp::ClauseMemoryOrderKindAttr");
  table.addClass<Attribute, omp::ClauseNumTasksTypeAttr>("omp::ClauseNumTasksTypeAttr");
  table.addClass<Attribute, omp::ClauseNumThreadsTypeAttr>("omp::ClauseNumThreadsTypeAttr");
  table.addClass<Attribute, omp::ClauseOrderKindAttr>("omp::ClauseOrderKindAttr");
  table.addClass<Attribute, omp::ClauseProcBindKindAttr>("omp::ClauseProcBindKindAttr");
  table.addClass<Attribute, omp::ClauseRequiresAttr>("omp::ClauseRequiresAttr");
  table.addClass<Attribute, omp::ClauseScheduleKindAttr>("omp::ClauseScheduleKindAttr");
  table.addClass<Attribute, omp::ClauseTaskDependAttr>("omp::ClauseTaskDependAttr");
  table.addClass<Attribute, omp::DataSharingClauseTypeAttr>("omp::DataSharingClauseTypeAttr");
  table.addClass<Attribute, omp::DeclareTargetAttr>("omp::DeclareTargetAttr");
  table.addClass<Attribute, omp::DeclareTargetCaptureClauseAttr>("omp::DeclareTargetCaptureClauseAttr");
  table.addClass<Attribute, omp::DeclareTargetDeviceTypeAttr>("omp::DeclareTargetDeviceTypeAttr");
  table.addClass<Attribute, omp::FlagsAttr>("omp::FlagsAttr");
  table.addClass<Attribute, omp::OrderModifierAttr>("omp::OrderModifierAttr");
  table.addClass<Attribute, omp::ReductionModifierAttr>("omp::ReductionModifierAttr");
  table.addClass<Attribute, omp::ScheduleModifierAttr>("omp::ScheduleModifierAttr");
  table.addClass<Attribute, omp::VariableCaptureKindAttr>("omp::VariableCaptureKindAttr");
  table.addClass<Attribute, omp::VersionAttr>("omp::VersionAttr");
  table.addClass<Operation *, acc::AddressOfGlobalOpInterface>("acc::AddressOfGlobalOpInterface");
  table.addClass<Operation *, acc::ComputeRegionOpInterface>("acc::ComputeRegionOpInterface");
  table.addClass<Operation *, acc::GlobalVariableOpInterface>("acc::GlobalVariableOpInterface");
  table.addClass<Operation *, acc::IndirectGlobalAccessOpInterface>("acc::IndirectGlobalAccessOpInterface");
  table.addClass<Operation *, acc::OffloadRegionOpInterface>("acc::OffloadRegionOpInterface");
  table.addClass<Operation *, acc::OutlineRematerializationOpInterface>("acc::OutlineRematerializationOpInterface");
  table.addClass<Operation *, acc::PartialEntityAccessOpInterface>("acc::PartialEntityAccessOpInterface");
  table.addClass<Operation *, accomp::AtomicCaptureOpInterface>("accomp::AtomicCaptureOpInterface");
  table.addClass<Operation *, accomp::AtomicReadOpInterface>("accomp::AtomicReadOpInterface");
  table.addClass<Operation *, accomp::AtomicUpdateOpInterface>("accomp::AtomicUpdateOpInterface");
  table.addClass<Operation *, accomp::AtomicWriteOpInterface>("accomp::AtomicWriteOpInterface");
  table.addClass<Operation *, accomp::RecipeInterface>("accomp::RecipeInterface");
  table.addClass<Operation *, omp::BlockArgOpenMPOpInterface>("omp::BlockArgOpenMPOpInterface");
  table.addClass<Operation *, omp::ComposableOpInterface>("omp::ComposableOpInterface");
  table.addClass<Operation *, omp::DeclareTargetInterface>("omp::DeclareTargetInterface");
  table.addClass<Operation *, omp::LoopTransformationInterface>("omp::LoopTransformationInterface");
  table.addClass<Operation *, omp::LoopWrapperInterface>("omp::LoopWrapperInterface");
  table.addClass<Operation *, omp::MapClauseOwningOpInterface>("omp::MapClauseOwningOpInterface");
  table.addClass<Operation *, omp::OffloadModuleInterface>("omp::OffloadModuleInterface");
  table.addClass<Operation *, omp::OutlineableOpenMPOpInterface>("omp::OutlineableOpenMPOpInterface");
  table.addClass<Type, acc::DataBoundsType>("acc::DataBoundsType");
  table.addClass<Type, acc::DeclareTokenType>("acc::DeclareTokenType");
  table.addClass<Type, acc::MappableType>("acc::MappableType");
  table.addClass<Type, acc::PointerLikeType>("acc::PointerLikeType");
  table.addClass<Type, omp::CanonicalLoopInfoType>("omp::CanonicalLoopInfoType");
  table.addClass<Type, omp::MapBoundsType>("omp::MapBoundsType");
  table.addClass<Type, omp::PointerLikeType>("omp::PointerLikeType");
}
} // namespace mlir
