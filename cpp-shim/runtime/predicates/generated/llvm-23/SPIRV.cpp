// What leaves of ODS predicates mean: SPIRV.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
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
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"isa<spirv::AddressingModelAttr>($_self)", isOfClass<Attribute, spirv::AddressingModelAttr>},
    {"isa<spirv::BuiltInAttr>($_self)", isOfClass<Attribute, spirv::BuiltInAttr>},
    {"isa<spirv::CacheControlLoadINTELAttr>($_self)", isOfClass<Attribute, spirv::CacheControlLoadINTELAttr>},
    {"isa<spirv::CacheControlStoreINTELAttr>($_self)", isOfClass<Attribute, spirv::CacheControlStoreINTELAttr>},
    {"isa<spirv::CapabilityAttr>($_self)", isOfClass<Attribute, spirv::CapabilityAttr>},
    {"isa<spirv::ClientAPIAttr>($_self)", isOfClass<Attribute, spirv::ClientAPIAttr>},
    {"isa<spirv::CooperativeMatrixLayoutKHRAttr>($_self)", isOfClass<Attribute, spirv::CooperativeMatrixLayoutKHRAttr>},
    {"isa<spirv::CooperativeMatrixOperandsKHRAttr>($_self)", isOfClass<Attribute, spirv::CooperativeMatrixOperandsKHRAttr>},
    {"isa<spirv::CooperativeMatrixPropertiesKHRAttr>($_self)", isOfClass<Attribute, spirv::CooperativeMatrixPropertiesKHRAttr>},
    {"isa<spirv::CooperativeMatrixUseKHRAttr>($_self)", isOfClass<Attribute, spirv::CooperativeMatrixUseKHRAttr>},
    {"isa<spirv::DecorationAttr>($_self)", isOfClass<Attribute, spirv::DecorationAttr>},
    {"isa<spirv::DeviceTypeAttr>($_self)", isOfClass<Attribute, spirv::DeviceTypeAttr>},
    {"isa<spirv::DimAttr>($_self)", isOfClass<Attribute, spirv::DimAttr>},
    {"isa<spirv::EntryPointABIAttr>($_self)", isOfClass<Attribute, spirv::EntryPointABIAttr>},
    {"isa<spirv::ExecutionModeAttr>($_self)", isOfClass<Attribute, spirv::ExecutionModeAttr>},
    {"isa<spirv::ExecutionModelAttr>($_self)", isOfClass<Attribute, spirv::ExecutionModelAttr>},
    {"isa<spirv::ExtensionAttr>($_self)", isOfClass<Attribute, spirv::ExtensionAttr>},
    {"isa<spirv::FPEncodingAttr>($_self)", isOfClass<Attribute, spirv::FPEncodingAttr>},
    {"isa<spirv::FPFastMathModeAttr>($_self)", isOfClass<Attribute, spirv::FPFastMathModeAttr>},
    {"isa<spirv::FPRoundingModeAttr>($_self)", isOfClass<Attribute, spirv::FPRoundingModeAttr>},
    {"isa<spirv::FunctionControlAttr>($_self)", isOfClass<Attribute, spirv::FunctionControlAttr>},
    {"isa<spirv::GroupOperationAttr>($_self)", isOfClass<Attribute, spirv::GroupOperationAttr>},
    {"isa<spirv::ImageArrayedInfoAttr>($_self)", isOfClass<Attribute, spirv::ImageArrayedInfoAttr>},
    {"isa<spirv::ImageDepthInfoAttr>($_self)", isOfClass<Attribute, spirv::ImageDepthInfoAttr>},
    {"isa<spirv::ImageFormatAttr>($_self)", isOfClass<Attribute, spirv::ImageFormatAttr>},
    {"isa<spirv::ImageOperandsAttr>($_self)", isOfClass<Attribute, spirv::ImageOperandsAttr>},
    {"isa<spirv::ImageSamplerUseInfoAttr>($_self)", isOfClass<Attribute, spirv::ImageSamplerUseInfoAttr>},
    {"isa<spirv::ImageSamplingInfoAttr>($_self)", isOfClass<Attribute, spirv::ImageSamplingInfoAttr>},
    {"isa<spirv::LinkageAttributesAttr>($_self)", isOfClass<Attribute, spirv::LinkageAttributesAttr>},
    {"isa<spirv::LinkageTypeAttr>($_self)", isOfClass<Attribute, spirv::LinkageTypeAttr>},
    {"isa<spirv::LoadCacheControlAttr>($_self)", isOfClass<Attribute, spirv::LoadCacheControlAttr>},
    {"isa<spirv::LoopControlAttr>($_self)", isOfClass<Attribute, spirv::LoopControlAttr>},
    {"isa<spirv::MatrixLayoutAttr>($_self)", isOfClass<Attribute, spirv::MatrixLayoutAttr>},
    {"isa<spirv::MemoryAccessAttr>($_self)", isOfClass<Attribute, spirv::MemoryAccessAttr>},
    {"isa<spirv::MemoryModelAttr>($_self)", isOfClass<Attribute, spirv::MemoryModelAttr>},
    {"isa<spirv::MemorySemanticsAttr>($_self)", isOfClass<Attribute, spirv::MemorySemanticsAttr>},
    {"isa<spirv::OpcodeAttr>($_self)", isOfClass<Attribute, spirv::OpcodeAttr>},
    {"isa<spirv::PackedVectorFormatAttr>($_self)", isOfClass<Attribute, spirv::PackedVectorFormatAttr>},
    {"isa<spirv::QuadSwapDirectionAttr>($_self)", isOfClass<Attribute, spirv::QuadSwapDirectionAttr>},
    {"isa<spirv::ResourceLimitsAttr>($_self)", isOfClass<Attribute, spirv::ResourceLimitsAttr>},
    {"isa<spirv::ScopeAttr>($_self)", isOfClass<Attribute, spirv::ScopeAttr>},
    {"isa<spirv::SelectionControlAttr>($_self)", isOfClass<Attribute, spirv::SelectionControlAttr>},
    {"isa<spirv::StorageClassAttr>($_self)", isOfClass<Attribute, spirv::StorageClassAttr>},
    {"isa<spirv::StoreCacheControlAttr>($_self)", isOfClass<Attribute, spirv::StoreCacheControlAttr>},
    {"isa<spirv::TosaExtAccTypeAttr>($_self)", isOfClass<Attribute, spirv::TosaExtAccTypeAttr>},
    {"isa<spirv::TosaExtNaNPropagationModeTypeAttr>($_self)", isOfClass<Attribute, spirv::TosaExtNaNPropagationModeTypeAttr>},
    {"isa<spirv::TosaExtResizeModeTypeAttr>($_self)", isOfClass<Attribute, spirv::TosaExtResizeModeTypeAttr>},
    {"isa<spirv::TosaExtRoundingModeTypeAttr>($_self)", isOfClass<Attribute, spirv::TosaExtRoundingModeTypeAttr>},
    {"isa<spirv::VendorAttr>($_self)", isOfClass<Attribute, spirv::VendorAttr>},
    {"isa<spirv::VerCapExtAttr>($_self)", isOfClass<Attribute, spirv::VerCapExtAttr>},
    {"isa<spirv::VersionAttr>($_self)", isOfClass<Attribute, spirv::VersionAttr>},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<spirv::ExplicitLodOpInterface>($_self)", isOfClass<Operation *, spirv::ExplicitLodOpInterface>},
    {"isa<spirv::FetchOpInterface>($_self)", isOfClass<Operation *, spirv::FetchOpInterface>},
    {"isa<spirv::ImplicitLodOpInterface>($_self)", isOfClass<Operation *, spirv::ImplicitLodOpInterface>},
    {"isa<spirv::QueryCapabilityInterface>($_self)", isOfClass<Operation *, spirv::QueryCapabilityInterface>},
    {"isa<spirv::QueryExtensionInterface>($_self)", isOfClass<Operation *, spirv::QueryExtensionInterface>},
    {"isa<spirv::QueryMaxVersionInterface>($_self)", isOfClass<Operation *, spirv::QueryMaxVersionInterface>},
    {"isa<spirv::QueryMinVersionInterface>($_self)", isOfClass<Operation *, spirv::QueryMinVersionInterface>},
    {"isa<spirv::SamplingOpInterface>($_self)", isOfClass<Operation *, spirv::SamplingOpInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"cast<spirv::TensorArmType>($_self).getElementType().isF16()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<spirv::TensorArmType>(self).getElementType().isF16());
     }},
    {"cast<spirv::TensorArmType>($_self).getElementType().isF32()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<spirv::TensorArmType>(self).getElementType().isF32());
     }},
    {"cast<spirv::TensorArmType>($_self).getElementType().isInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<spirv::TensorArmType>(self).getElementType().isInteger(p[0].number));
     }},
    {"cast<spirv::TensorArmType>($_self).getElementType().isSignlessInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<spirv::TensorArmType>(self).getElementType().isSignlessInteger(p[0].number));
     }},
    {"isa<BFloat16Type>(cast<spirv::TensorArmType>($_self).getElementType())", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(isa<BFloat16Type>(cast<spirv::TensorArmType>(self).getElementType()));
     }},
    {"isa<Float8E4M3FNType>(cast<spirv::TensorArmType>($_self).getElementType())", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(isa<Float8E4M3FNType>(cast<spirv::TensorArmType>(self).getElementType()));
     }},
    {"isa<Float8E5M2Type>(cast<spirv::TensorArmType>($_self).getElementType())", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<bool>(isa<Float8E5M2Type>(cast<spirv::TensorArmType>(self).getElementType()));
     }},
    {"isa<spirv::ArrayType>($_self)", isOfClass<Type, spirv::ArrayType>},
    {"isa<spirv::CooperativeMatrixType>($_self)", isOfClass<Type, spirv::CooperativeMatrixType>},
    {"isa<spirv::ImageType>($_self)", isOfClass<Type, spirv::ImageType>},
    {"isa<spirv::MatrixType>($_self)", isOfClass<Type, spirv::MatrixType>},
    {"isa<spirv::NamedBarrierType>($_self)", isOfClass<Type, spirv::NamedBarrierType>},
    {"isa<spirv::PointerType>($_self)", isOfClass<Type, spirv::PointerType>},
    {"isa<spirv::RuntimeArrayType>($_self)", isOfClass<Type, spirv::RuntimeArrayType>},
    {"isa<spirv::SampledImageType>($_self)", isOfClass<Type, spirv::SampledImageType>},
    {"isa<spirv::SamplerType>($_self)", isOfClass<Type, spirv::SamplerType>},
    {"isa<spirv::StructType>($_self)", isOfClass<Type, spirv::StructType>},
    {"isa<spirv::TensorArmType>($_self)", isOfClass<Type, spirv::TensorArmType>},
};

constexpr PredicateEntry<PredicateNumber<Type>> typeNumbers[] = {
    {"cast<spirv::TensorArmType>($_self).getShape()[#]", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<spirv::TensorArmType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<spirv::TensorArmType>(self).getShape()[p[0].number]);
     }},
    {"cast<spirv::TensorArmType>(cast<ShapedType>($_self)).getShape().size()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasRank()))
         return std::nullopt;
       return static_cast<int64_t>(cast<spirv::TensorArmType>(cast<ShapedType>(self)).getShape().size());
     }},
    {"cast<spirv::TensorArmType>(cast<ShapedType>($_self)).getShape()[#]", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasRank()))
         return std::nullopt;
       return static_cast<int64_t>(cast<spirv::TensorArmType>(cast<ShapedType>(self)).getShape()[p[0].number]);
     }},
};

} // namespace

PredicateGroup getSPIRVPredicates() {
  return {{attributeLeaves, {}, {}}, {operationLeaves, {}, {}}, {typeLeaves, typeNumbers, {}}};
}
} // namespace mlir
