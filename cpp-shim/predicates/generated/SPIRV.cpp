// What leaves of ODS predicates mean: SPIRV.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVTypes.h"
#include "mlir/Dialect/SPIRV/Interfaces/SPIRVImageInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
void addSPIRVPredicates(PredicateTable &table) {
  table.addClass<Attribute, spirv::AddressingModelAttr>("spirv::AddressingModelAttr");
  table.addClass<Attribute, spirv::BuiltInAttr>("spirv::BuiltInAttr");
  table.addClass<Attribute, spirv::CacheControlLoadINTELAttr>("spirv::CacheControlLoadINTELAttr");
  table.addClass<Attribute, spirv::CacheControlStoreINTELAttr>("spirv::CacheControlStoreINTELAttr");
  table.addClass<Attribute, spirv::CapabilityAttr>("spirv::CapabilityAttr");
  table.addClass<Attribute, spirv::ClientAPIAttr>("spirv::ClientAPIAttr");
  table.addClass<Attribute, spirv::CooperativeMatrixLayoutKHRAttr>("spirv::CooperativeMatrixLayoutKHRAttr");
  table.addClass<Attribute, spirv::CooperativeMatrixOperandsKHRAttr>("spirv::CooperativeMatrixOperandsKHRAttr");
  table.addClass<Attribute, spirv::CooperativeMatrixPropertiesKHRAttr>("spirv::CooperativeMatrixPropertiesKHRAttr");
  table.addClass<Attribute, spirv::CooperativeMatrixPropertiesNVAttr>("spirv::CooperativeMatrixPropertiesNVAttr");
  table.addClass<Attribute, spirv::CooperativeMatrixUseKHRAttr>("spirv::CooperativeMatrixUseKHRAttr");
  table.addClass<Attribute, spirv::DecorationAttr>("spirv::DecorationAttr");
  table.addClass<Attribute, spirv::DeviceTypeAttr>("spirv::DeviceTypeAttr");
  table.addClass<Attribute, spirv::DimAttr>("spirv::DimAttr");
  table.addClass<Attribute, spirv::EntryPointABIAttr>("spirv::EntryPointABIAttr");
  table.addClass<Attribute, spirv::ExecutionModeAttr>("spirv::ExecutionModeAttr");
  table.addClass<Attribute, spirv::ExecutionModelAttr>("spirv::ExecutionModelAttr");
  table.addClass<Attribute, spirv::ExtensionAttr>("spirv::ExtensionAttr");
  table.addClass<Attribute, spirv::FPEncodingAttr>("spirv::FPEncodingAttr");
  table.addClass<Attribute, spirv::FPFastMathModeAttr>("spirv::FPFastMathModeAttr");
  table.addClass<Attribute, spirv::FPRoundingModeAttr>("spirv::FPRoundingModeAttr");
  table.addClass<Attribute, spirv::FunctionControlAttr>("spirv::FunctionControlAttr");
  table.addClass<Attribute, spirv::GroupOperationAttr>("spirv::GroupOperationAttr");
  table.addClass<Attribute, spirv::ImageArrayedInfoAttr>("spirv::ImageArrayedInfoAttr");
  table.addClass<Attribute, spirv::ImageDepthInfoAttr>("spirv::ImageDepthInfoAttr");
  table.addClass<Attribute, spirv::ImageFormatAttr>("spirv::ImageFormatAttr");
  table.addClass<Attribute, spirv::ImageOperandsAttr>("spirv::ImageOperandsAttr");
  table.addClass<Attribute, spirv::ImageSamplerUseInfoAttr>("spirv::ImageSamplerUseInfoAttr");
  table.addClass<Attribute, spirv::ImageSamplingInfoAttr>("spirv::ImageSamplingInfoAttr");
  table.addClass<Attribute, spirv::LinkageAttributesAttr>("spirv::LinkageAttributesAttr");
  table.addClass<Attribute, spirv::LinkageTypeAttr>("spirv::LinkageTypeAttr");
  table.addClass<Attribute, spirv::LoadCacheControlAttr>("spirv::LoadCacheControlAttr");
  table.addClass<Attribute, spirv::LoopControlAttr>("spirv::LoopControlAttr");
  table.addClass<Attribute, spirv::MatrixLayoutAttr>("spirv::MatrixLayoutAttr");
  table.addClass<Attribute, spirv::MemoryAccessAttr>("spirv::MemoryAccessAttr");
  table.addClass<Attribute, spirv::MemoryModelAttr>("spirv::MemoryModelAttr");
  table.addClass<Attribute, spirv::MemorySemanticsAttr>("spirv::MemorySemanticsAttr");
  table.addClass<Attribute, spirv::OpcodeAttr>("spirv::OpcodeAttr");
  table.addClass<Attribute, spirv::PackedVectorFormatAttr>("spirv::PackedVectorFormatAttr");
  table.addClass<Attribute, spirv::ResourceLimitsAttr>("spirv::ResourceLimitsAttr");
  table.addClass<Attribute, spirv::ScopeAttr>("spirv::ScopeAttr");
  table.addClass<Attribute, spirv::SelectionControlAttr>("spirv::SelectionControlAttr");
  table.addClass<Attribute, spirv::StorageClassAttr>("spirv::StorageClassAttr");
  table.addClass<Attribute, spirv::StoreCacheControlAttr>("spirv::StoreCacheControlAttr");
  table.addClass<Attribute, spirv::VendorAttr>("spirv::VendorAttr");
  table.addClass<Attribute, spirv::VerCapExtAttr>("spirv::VerCapExtAttr");
  table.addClass<Attribute, spirv::VersionAttr>("spirv::VersionAttr");
  table.addClass<Operation *, spirv::ExplicitLodOpInterface>("spirv::ExplicitLodOpInterface");
  table.addClass<Operation *, spirv::FetchOpInterface>("spirv::FetchOpInterface");
  table.addClass<Operation *, spirv::ImplicitLodOpInterface>("spirv::ImplicitLodOpInterface");
  table.addClass<Operation *, spirv::QueryCapabilityInterface>("spirv::QueryCapabilityInterface");
  table.addClass<Operation *, spirv::QueryExtensionInterface>("spirv::QueryExtensionInterface");
  table.addClass<Operation *, spirv::QueryMaxVersionInterface>("spirv::QueryMaxVersionInterface");
  table.addClass<Operation *, spirv::QueryMinVersionInterface>("spirv::QueryMinVersionInterface");
  table.addClass<Operation *, spirv::SamplingOpInterface>("spirv::SamplingOpInterface");
  table.addClass<Type, spirv::ArrayType>("spirv::ArrayType");
  table.addClass<Type, spirv::CooperativeMatrixType>("spirv::CooperativeMatrixType");
  table.addClass<Type, spirv::ImageType>("spirv::ImageType");
  table.addClass<Type, spirv::MatrixType>("spirv::MatrixType");
  table.addClass<Type, spirv::PointerType>("spirv::PointerType");
  table.addClass<Type, spirv::RuntimeArrayType>("spirv::RuntimeArrayType");
  table.addClass<Type, spirv::SampledImageType>("spirv::SampledImageType");
  table.addClass<Type, spirv::StructType>("spirv::StructType");
  table.addClass<Type, spirv::TensorArmType>("spirv::TensorArmType");
}
} // namespace mlir
