// What leaves of ODS predicates mean: Builtin.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/SCF/IR/DeviceMappingInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/VectorTypes.h"
#include "mlir/Interfaces/AlignmentAttrInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/DerivedAttributeOpInterface.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/IndexingMapOpInterface.h"
#include "mlir/Interfaces/InferIntDivisibilityOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferStridedMetadataInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/MemOpInterfaces.h"
#include "mlir/Interfaces/MemorySlotInterfaces.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pdll;

namespace mlir {
namespace {

constexpr PredicateEntry<PredicateLeaf<Attribute>> attributeLeaves[] = {
    {"$_self", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self);
     }},
    {"$_self == $_builder.getBoolAttr(false)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getBoolAttr(false));
     }},
    {"$_self == $_builder.getBoolAttr(true)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getBoolAttr(true));
     }},
    {"$_self == $_builder.getFloatAttr($_builder.getF32Type(), #.#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getFloatAttr(Builder(self.getContext()).getF32Type(), p[0].real));
     }},
    {"$_self == $_builder.getFloatAttr($_builder.getF64Type(), #.#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getFloatAttr(Builder(self.getContext()).getF64Type(), p[0].real));
     }},
    {"$_self == $_builder.getIntegerAttr($_builder.getIndexType(), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIndexType(), p[0].number));
     }},
    {"$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number), p[1].number));
     }},
    {"$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#, false), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number, false), p[1].number));
     }},
    {"$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#, true), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number, true), p[1].number));
     }},
    {"$_self == $_builder.getStringAttr(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self == Builder(self.getContext()).getStringAttr(StringRef(p[0].text)));
     }},
    {"$_self == ((true)?$_builder.getUnitAttr():nullptr)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self == ((true)?Builder(self.getContext()).getUnitAttr():nullptr));
     }},
    {"([](Attribute a){auto arr=cast<DenseI32ArrayAttr>(a).asArrayRef();return all_of(arr, [](int32_t v){return v >= #;});})($_self)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(([&](Attribute a){auto arr=cast<DenseI32ArrayAttr>(a).asArrayRef();return all_of(arr, [&](int32_t v){return v >= p[0].number;});})(self));
     }},
    {"[](ArrayRef<bool>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseBoolArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseBoolArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<bool>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseBoolArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<double>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseF64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<double>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF64ArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<float>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseF32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<float>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF32ArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<int16_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI16ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI16ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<int16_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI16ArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<int32_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<int32_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI32ArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<int64_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<int64_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI64ArrayAttr>(self).asArrayRef()));
     }},
    {"[](ArrayRef<int8_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI8ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI8ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>([&](ArrayRef<int8_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI8ArrayAttr>(self).asArrayRef()));
     }},
    {"all_of(cast<DenseBoolArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseBoolArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseBoolArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseBoolArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseBoolArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseBoolArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseElementsAttr>($_self).getValues<APInt>(), [](const APInt&value){return value.getSExtValue() >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseElementsAttr>(self)))
         return std::nullopt;
       if (!(isa<IntegerType, IndexType>(cast<DenseElementsAttr>(self).getElementType()) && (isa<IndexType>(cast<DenseElementsAttr>(self).getElementType()) || cast<DenseElementsAttr>(self).getElementType().getIntOrFloatBitWidth() <= 64)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseElementsAttr>(self).getValues<APInt>(), [&](const APInt&value){return value.getSExtValue() >= p[0].number;}));
     }},
    {"all_of(cast<DenseF32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseF32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseF32ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseF32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseF32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseF32ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseF64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseF64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseF64ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseF64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseF64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseF64ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseI16ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI16ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI16ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseI16ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI16ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI16ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseI32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI32ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseI32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI32ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseI64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI64ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseI64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI64ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"all_of(cast<DenseI8ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI8ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI8ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
     }},
    {"all_of(cast<DenseI8ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DenseI8ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<DenseI8ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
     }},
    {"cast<AffineMapAttr>($_self).getValue().isConstant()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isConstant());
     }},
    {"cast<AffineMapAttr>($_self).getValue().isEmpty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isEmpty());
     }},
    {"cast<AffineMapAttr>($_self).getValue().isIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isIdentity());
     }},
    {"cast<AffineMapAttr>($_self).getValue().isMinorIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isMinorIdentity());
     }},
    {"cast<AffineMapAttr>($_self).getValue().isPermutation()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isPermutation());
     }},
    {"cast<AffineMapAttr>($_self).getValue().isProjectedPermutation()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isProjectedPermutation());
     }},
    {"cast<ArrayAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<ArrayAttr>(self).empty());
     }},
    {"cast<BoolAttr>($_self).getValue()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<BoolAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<BoolAttr>(self).getValue());
     }},
    {"cast<DenseArrayAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DenseArrayAttr>(self).empty());
     }},
    {"cast<DenseElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseElementsAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DenseElementsAttr>(self).isSplat());
     }},
    {"cast<DenseFPElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseFPElementsAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DenseFPElementsAttr>(self).isSplat());
     }},
    {"cast<DenseIntElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseIntElementsAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DenseIntElementsAttr>(self).isSplat());
     }},
    {"cast<DictionaryAttr>($_self).contains(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<DictionaryAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DictionaryAttr>(self).contains(StringRef(p[0].text)));
     }},
    {"cast<DictionaryAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DictionaryAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<DictionaryAttr>(self).empty());
     }},
    {"cast<ElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<ElementsAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<ElementsAttr>(self).isSplat());
     }},
    {"cast<FlatSymbolRefAttr>($_self).getValue() == @", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<FlatSymbolRefAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FlatSymbolRefAttr>(self).getValue() == StringRef(p[0].text));
     }},
    {"cast<FloatAttr>($_self).getValue().isFinite()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValue().isFinite());
     }},
    {"cast<FloatAttr>($_self).getValue().isInfinity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValue().isInfinity());
     }},
    {"cast<FloatAttr>($_self).getValue().isNaN()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValue().isNaN());
     }},
    {"cast<FloatAttr>($_self).getValue().isNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValue().isNegative());
     }},
    {"cast<FloatAttr>($_self).getValue().isZero()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValue().isZero());
     }},
    {"cast<FloatAttr>($_self).getValueAsDouble() == #.#", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<FloatAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<FloatAttr>(self).getValueAsDouble() == p[0].real);
     }},
    {"cast<IntegerAttr>($_self).getValue().eq(APInt(#, #))", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getBitWidth() == p[0].number))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().tryZExtValue() == uint64_t(p[1].number));
     }},
    {"cast<IntegerAttr>($_self).getValue().getZExtValue()&(~(#u))", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().getZExtValue()&(~(unsigned(p[0].number))));
     }},
    {"cast<IntegerAttr>($_self).getValue().isAllOnes()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isAllOnes());
     }},
    {"cast<IntegerAttr>($_self).getValue().isNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isNegative());
     }},
    {"cast<IntegerAttr>($_self).getValue().isNonNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isNonNegative());
     }},
    {"cast<IntegerAttr>($_self).getValue().isOne()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isOne());
     }},
    {"cast<IntegerAttr>($_self).getValue().isPowerOf2()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isPowerOf2());
     }},
    {"cast<IntegerAttr>($_self).getValue().isStrictlyPositive()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isStrictlyPositive());
     }},
    {"cast<IntegerAttr>($_self).getValue().isZero()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerAttr>(self).getValue().isZero());
     }},
    {"cast<MemRefLayoutAttrInterface>($_self).isIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<MemRefLayoutAttrInterface>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefLayoutAttrInterface>(self).isIdentity());
     }},
    {"cast<StringAttr>($_self).getType().isSignlessInteger(#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getType().isSignlessInteger(p[0].number));
     }},
    {"cast<StringAttr>($_self).getValue() == @", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getValue() == StringRef(p[0].text));
     }},
    {"cast<StringAttr>($_self).getValue().contains(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getValue().contains(StringRef(p[0].text)));
     }},
    {"cast<StringAttr>($_self).getValue().empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getValue().empty());
     }},
    {"cast<StringAttr>($_self).getValue().ends_with(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getValue().ends_with(StringRef(p[0].text)));
     }},
    {"cast<StringAttr>($_self).getValue().starts_with(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<StringAttr>(self).getValue().starts_with(StringRef(p[0].text)));
     }},
    {"is_contained({#}, cast<IntegerAttr>($_self).getInt())", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
         return std::nullopt;
       return static_cast<bool>(is_contained(p[0].numbers, cast<IntegerAttr>(self).getValue().getSExtValue()));
     }},
    {"is_sorted(cast<DenseBoolArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseBoolArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseBoolArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseF32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseF32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseF32ArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseF64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseF64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseF64ArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseI16ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI16ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseI16ArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseI32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI32ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseI32ArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseI64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI64ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseI64ArrayAttr>(self).asArrayRef()));
     }},
    {"is_sorted(cast<DenseI8ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<DenseI8ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<bool>(is_sorted(cast<DenseI8ArrayAttr>(self).asArrayRef()));
     }},
    {"isa<AffineMapAttr>($_self)", isOfClass<Attribute, AffineMapAttr>},
    {"isa<ArrayAttr>($_self)", isOfClass<Attribute, ArrayAttr>},
    {"isa<BlobAttr>($_self)", isOfClass<Attribute, BlobAttr>},
    {"isa<BoolAttr>($_self)", isOfClass<Attribute, BoolAttr>},
    {"isa<CallSiteLoc>($_self)", isOfClass<Attribute, CallSiteLoc>},
    {"isa<ConvertToLLVMAttrInterface>($_self)", isOfClass<Attribute, ConvertToLLVMAttrInterface>},
    {"isa<DLTIQueryInterface>($_self)", isOfClass<Attribute, DLTIQueryInterface>},
    {"isa<DataLayoutEntryAttr>($_self)", isOfClass<Attribute, DataLayoutEntryAttr>},
    {"isa<DataLayoutEntryInterface>($_self)", isOfClass<Attribute, DataLayoutEntryInterface>},
    {"isa<DataLayoutSpecAttr>($_self)", isOfClass<Attribute, DataLayoutSpecAttr>},
    {"isa<DataLayoutSpecInterface>($_self)", isOfClass<Attribute, DataLayoutSpecInterface>},
    {"isa<DenseArrayAttr>($_self)", isOfClass<Attribute, DenseArrayAttr>},
    {"isa<DenseBoolArrayAttr>($_self)", isOfClass<Attribute, DenseBoolArrayAttr>},
    {"isa<DenseElementsAttr>($_self)", isOfClass<Attribute, DenseElementsAttr>},
    {"isa<DenseF32ArrayAttr>($_self)", isOfClass<Attribute, DenseF32ArrayAttr>},
    {"isa<DenseF64ArrayAttr>($_self)", isOfClass<Attribute, DenseF64ArrayAttr>},
    {"isa<DenseFPElementsAttr>($_self)", isOfClass<Attribute, DenseFPElementsAttr>},
    {"isa<DenseI16ArrayAttr>($_self)", isOfClass<Attribute, DenseI16ArrayAttr>},
    {"isa<DenseI32ArrayAttr>($_self)", isOfClass<Attribute, DenseI32ArrayAttr>},
    {"isa<DenseI64ArrayAttr>($_self)", isOfClass<Attribute, DenseI64ArrayAttr>},
    {"isa<DenseI8ArrayAttr>($_self)", isOfClass<Attribute, DenseI8ArrayAttr>},
    {"isa<DenseIntElementsAttr>($_self)", isOfClass<Attribute, DenseIntElementsAttr>},
    {"isa<DenseResourceElementsAttr>($_self)", isOfClass<Attribute, DenseResourceElementsAttr>},
    {"isa<DenseStringElementsAttr>($_self)", isOfClass<Attribute, DenseStringElementsAttr>},
    {"isa<DenseTypedElementsAttr>($_self)", isOfClass<Attribute, DenseTypedElementsAttr>},
    {"isa<DeviceMappingAttrInterface>($_self)", isOfClass<Attribute, DeviceMappingAttrInterface>},
    {"isa<DeviceMaskingAttrInterface>($_self)", isOfClass<Attribute, DeviceMaskingAttrInterface>},
    {"isa<DictionaryAttr>($_self)", isOfClass<Attribute, DictionaryAttr>},
    {"isa<ElementsAttr>($_self)", isOfClass<Attribute, ElementsAttr>},
    {"isa<FileLineColRange>($_self)", isOfClass<Attribute, FileLineColRange>},
    {"isa<FlatSymbolRefAttr>($_self)", isOfClass<Attribute, FlatSymbolRefAttr>},
    {"isa<FloatAttr>($_self)", isOfClass<Attribute, FloatAttr>},
    {"isa<FunctionPointerAlignmentAttr>($_self)", isOfClass<Attribute, FunctionPointerAlignmentAttr>},
    {"isa<FusedLoc>($_self)", isOfClass<Attribute, FusedLoc>},
    {"isa<IntegerAttr>($_self)", isOfClass<Attribute, IntegerAttr>},
    {"isa<IntegerSetAttr>($_self)", isOfClass<Attribute, IntegerSetAttr>},
    {"isa<LocationAttr>($_self)", isOfClass<Attribute, LocationAttr>},
    {"isa<MapAttr>($_self)", isOfClass<Attribute, MapAttr>},
    {"isa<MemRefLayoutAttrInterface>($_self)", isOfClass<Attribute, MemRefLayoutAttrInterface>},
    {"isa<NameLoc>($_self)", isOfClass<Attribute, NameLoc>},
    {"isa<OpAsmAttrInterface>($_self)", isOfClass<Attribute, OpAsmAttrInterface>},
    {"isa<OpaqueAttr>($_self)", isOfClass<Attribute, OpaqueAttr>},
    {"isa<OpaqueLoc>($_self)", isOfClass<Attribute, OpaqueLoc>},
    {"isa<SparseElementsAttr>($_self)", isOfClass<Attribute, SparseElementsAttr>},
    {"isa<SplatElementsAttr>($_self)", isOfClass<Attribute, SplatElementsAttr>},
    {"isa<StridedLayoutAttr>($_self)", isOfClass<Attribute, StridedLayoutAttr>},
    {"isa<StringAttr>($_self)", isOfClass<Attribute, StringAttr>},
    {"isa<SymbolRefAttr>($_self)", isOfClass<Attribute, SymbolRefAttr>},
    {"isa<SymbolUserAttrInterface>($_self)", isOfClass<Attribute, SymbolUserAttrInterface>},
    {"isa<TargetDeviceSpecAttr>($_self)", isOfClass<Attribute, TargetDeviceSpecAttr>},
    {"isa<TargetDeviceSpecInterface>($_self)", isOfClass<Attribute, TargetDeviceSpecInterface>},
    {"isa<TargetSystemSpecAttr>($_self)", isOfClass<Attribute, TargetSystemSpecAttr>},
    {"isa<TargetSystemSpecInterface>($_self)", isOfClass<Attribute, TargetSystemSpecInterface>},
    {"isa<TypeAttr>($_self)", isOfClass<Attribute, TypeAttr>},
    {"isa<TypedAttr>($_self)", isOfClass<Attribute, TypedAttr>},
    {"isa<UnitAttr>($_self)", isOfClass<Attribute, UnitAttr>},
    {"isa<UnknownLoc>($_self)", isOfClass<Attribute, UnknownLoc>},
    {"isa<VerifiableTensorEncoding>($_self)", isOfClass<Attribute, VerifiableTensorEncoding>},
    {"pdll::isNamed($_self, @)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(pdll::isNamed(self, StringRef(p[0].text)));
     }},
};

constexpr PredicateEntry<PredicateNumber<Attribute>> attributeNumbers[] = {
    {"cast<AffineMapAttr>($_self).getValue().getNumDims()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumDims());
     }},
    {"cast<AffineMapAttr>($_self).getValue().getNumInputs()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumInputs());
     }},
    {"cast<AffineMapAttr>($_self).getValue().getNumResults()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumResults());
     }},
    {"cast<AffineMapAttr>($_self).getValue().getNumSymbols()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<AffineMapAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumSymbols());
     }},
    {"cast<ArrayAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<ArrayAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<ArrayAttr>(self).size());
     }},
    {"cast<DenseArrayAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<DenseArrayAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<DenseArrayAttr>(self).size());
     }},
    {"cast<DenseElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<DenseElementsAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<DenseElementsAttr>(self).getNumElements());
     }},
    {"cast<DenseFPElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<DenseFPElementsAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<DenseFPElementsAttr>(self).getNumElements());
     }},
    {"cast<DenseIntElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<DenseIntElementsAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<DenseIntElementsAttr>(self).getNumElements());
     }},
    {"cast<DictionaryAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<DictionaryAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<DictionaryAttr>(self).size());
     }},
    {"cast<ElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<ElementsAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<ElementsAttr>(self).getNumElements());
     }},
    {"cast<IntegerAttr>($_self).getInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getSExtValue());
     }},
    {"cast<IntegerAttr>($_self).getSInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getSExtValue());
     }},
    {"cast<IntegerAttr>($_self).getUInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getZExtValue());
     }},
    {"cast<IntegerAttr>($_self).getValue().getBitWidth()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getBitWidth());
     }},
    {"cast<IntegerAttr>($_self).getValue().getSExtValue()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getSExtValue());
     }},
    {"cast<IntegerAttr>($_self).getValue().getZExtValue()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerAttr>(self)))
         return std::nullopt;
       if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getZExtValue());
     }},
    {"cast<IntegerAttr>(cast<ArrayAttr>($_self)[#]).getInt()", [](Attribute self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<ArrayAttr>(self)))
         return std::nullopt;
       if (!(size_t(p[0].number) < cast<ArrayAttr>(self).size() && isa<IntegerAttr>(cast<ArrayAttr>(self)[p[0].number]) && cast<IntegerAttr>(cast<ArrayAttr>(self)[p[0].number]).getValue().getSignificantBits() <= 64))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerAttr>(cast<ArrayAttr>(self)[p[0].number]).getValue().getSExtValue());
     }},
    {"cast<StringAttr>($_self).getValue().size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<StringAttr>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<StringAttr>(self).getValue().size());
     }},
};

constexpr PredicateEntry<PredicateLeaf<Operation *>> operationLeaves[] = {
    {"isa<AlignmentAttrOpInterface>($_self)", isOfClass<Operation *, AlignmentAttrOpInterface>},
    {"isa<ArgAndResultAttrsOpInterface>($_self)", isOfClass<Operation *, ArgAndResultAttrsOpInterface>},
    {"isa<BranchOpInterface>($_self)", isOfClass<Operation *, BranchOpInterface>},
    {"isa<BytecodeOpInterface>($_self)", isOfClass<Operation *, BytecodeOpInterface>},
    {"isa<CallOpInterface>($_self)", isOfClass<Operation *, CallOpInterface>},
    {"isa<CallableOpInterface>($_self)", isOfClass<Operation *, CallableOpInterface>},
    {"isa<CastOpInterface>($_self)", isOfClass<Operation *, CastOpInterface>},
    {"isa<ConditionallySpeculatable>($_self)", isOfClass<Operation *, ConditionallySpeculatable>},
    {"isa<ConvertToLLVMOpInterface>($_self)", isOfClass<Operation *, ConvertToLLVMOpInterface>},
    {"isa<DataLayoutOpInterface>($_self)", isOfClass<Operation *, DataLayoutOpInterface>},
    {"isa<DerivedAttributeOpInterface>($_self)", isOfClass<Operation *, DerivedAttributeOpInterface>},
    {"isa<DestinationStyleOpInterface>($_self)", isOfClass<Operation *, DestinationStyleOpInterface>},
    {"isa<DestructurableAccessorOpInterface>($_self)", isOfClass<Operation *, DestructurableAccessorOpInterface>},
    {"isa<DestructurableAllocationOpInterface>($_self)", isOfClass<Operation *, DestructurableAllocationOpInterface>},
    {"isa<FunctionOpInterface>($_self)", isOfClass<Operation *, FunctionOpInterface>},
    {"isa<InParallelOpInterface>($_self)", isOfClass<Operation *, InParallelOpInterface>},
    {"isa<IndexingMapOpInterface>($_self)", isOfClass<Operation *, IndexingMapOpInterface>},
    {"isa<InferIntDivisibilityOpInterface>($_self)", isOfClass<Operation *, InferIntDivisibilityOpInterface>},
    {"isa<InferIntRangeInterface>($_self)", isOfClass<Operation *, InferIntRangeInterface>},
    {"isa<InferShapedTypeOpInterface>($_self)", isOfClass<Operation *, InferShapedTypeOpInterface>},
    {"isa<InferStridedMetadataOpInterface>($_self)", isOfClass<Operation *, InferStridedMetadataOpInterface>},
    {"isa<InferTypeOpInterface>($_self)", isOfClass<Operation *, InferTypeOpInterface>},
    {"isa<LoopLikeOpInterface>($_self)", isOfClass<Operation *, LoopLikeOpInterface>},
    {"isa<MemoryEffectOpInterface>($_self)", isOfClass<Operation *, MemoryEffectOpInterface>},
    {"isa<MemorySpaceCastConsumerOpInterface>($_self)", isOfClass<Operation *, MemorySpaceCastConsumerOpInterface>},
    {"isa<MemorySpaceCastOpInterface>($_self)", isOfClass<Operation *, MemorySpaceCastOpInterface>},
    {"isa<OffsetSizeAndStrideOpInterface>($_self)", isOfClass<Operation *, OffsetSizeAndStrideOpInterface>},
    {"isa<OpAsmOpInterface>($_self)", isOfClass<Operation *, OpAsmOpInterface>},
    {"isa<ParallelCombiningOpInterface>($_self)", isOfClass<Operation *, ParallelCombiningOpInterface>},
    {"isa<PartialReductionOpInterface>($_self)", isOfClass<Operation *, PartialReductionOpInterface>},
    {"isa<PromotableAliaserInterface>($_self)", isOfClass<Operation *, PromotableAliaserInterface>},
    {"isa<PromotableAllocationOpInterface>($_self)", isOfClass<Operation *, PromotableAllocationOpInterface>},
    {"isa<PromotableMemOpInterface>($_self)", isOfClass<Operation *, PromotableMemOpInterface>},
    {"isa<PromotableOpInterface>($_self)", isOfClass<Operation *, PromotableOpInterface>},
    {"isa<PromotableRegionOpInterface>($_self)", isOfClass<Operation *, PromotableRegionOpInterface>},
    {"isa<RegionBranchOpInterface>($_self)", isOfClass<Operation *, RegionBranchOpInterface>},
    {"isa<RegionBranchTerminatorOpInterface>($_self)", isOfClass<Operation *, RegionBranchTerminatorOpInterface>},
    {"isa<RegionKindInterface>($_self)", isOfClass<Operation *, RegionKindInterface>},
    {"isa<ReifyRankedShapedTypeOpInterface>($_self)", isOfClass<Operation *, ReifyRankedShapedTypeOpInterface>},
    {"isa<RuntimeVerifiableOpInterface>($_self)", isOfClass<Operation *, RuntimeVerifiableOpInterface>},
    {"isa<SafeMemorySlotAccessOpInterface>($_self)", isOfClass<Operation *, SafeMemorySlotAccessOpInterface>},
    {"isa<SelectLikeOpInterface>($_self)", isOfClass<Operation *, SelectLikeOpInterface>},
    {"isa<ShapedDimOpInterface>($_self)", isOfClass<Operation *, ShapedDimOpInterface>},
    {"isa<SubsetExtractionOpInterface>($_self)", isOfClass<Operation *, SubsetExtractionOpInterface>},
    {"isa<SubsetInsertionOpInterface>($_self)", isOfClass<Operation *, SubsetInsertionOpInterface>},
    {"isa<SubsetOpInterface>($_self)", isOfClass<Operation *, SubsetOpInterface>},
    {"isa<SymbolOpInterface>($_self)", isOfClass<Operation *, SymbolOpInterface>},
    {"isa<SymbolUserOpInterface>($_self)", isOfClass<Operation *, SymbolUserOpInterface>},
    {"isa<TilingInterface>($_self)", isOfClass<Operation *, TilingInterface>},
    {"isa<ValueBoundsOpInterface>($_self)", isOfClass<Operation *, ValueBoundsOpInterface>},
    {"isa<VectorTransferOpInterface>($_self)", isOfClass<Operation *, VectorTransferOpInterface>},
    {"isa<VectorUnrollOpInterface>($_self)", isOfClass<Operation *, VectorUnrollOpInterface>},
    {"isa<ViewLikeOpInterface>($_self)", isOfClass<Operation *, ViewLikeOpInterface>},
    {"isa<WeightedBranchOpInterface>($_self)", isOfClass<Operation *, WeightedBranchOpInterface>},
    {"isa<WeightedRegionBranchOpInterface>($_self)", isOfClass<Operation *, WeightedRegionBranchOpInterface>},
};

constexpr PredicateEntry<PredicateLeaf<Type>> typeLeaves[] = {
    {"$_self", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self);
     }},
    {"$_self.getAbstractType().getName() == @", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self.getAbstractType().getName() == StringRef(p[0].text));
     }},
    {"$_self.hasTrait<ValueSemantics>()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.hasTrait<ValueSemantics>());
     }},
    {"$_self.isBF16()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isBF16());
     }},
    {"$_self.isF128()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isF128());
     }},
    {"$_self.isF16()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isF16());
     }},
    {"$_self.isF32()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isF32());
     }},
    {"$_self.isF64()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isF64());
     }},
    {"$_self.isF80()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isF80());
     }},
    {"$_self.isFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isFloat());
     }},
    {"$_self.isIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isIndex());
     }},
    {"$_self.isIntOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isIntOrFloat());
     }},
    {"$_self.isIntOrIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isIntOrIndex());
     }},
    {"$_self.isIntOrIndexOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isIntOrIndexOrFloat());
     }},
    {"$_self.isInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self.isInteger(p[0].number));
     }},
    {"$_self.isInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isInteger());
     }},
    {"$_self.isSignedInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self.isSignedInteger(p[0].number));
     }},
    {"$_self.isSignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isSignedInteger());
     }},
    {"$_self.isSignlessIntOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isSignlessIntOrFloat());
     }},
    {"$_self.isSignlessIntOrIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isSignlessIntOrIndex());
     }},
    {"$_self.isSignlessIntOrIndexOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isSignlessIntOrIndexOrFloat());
     }},
    {"$_self.isSignlessInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self.isSignlessInteger(p[0].number));
     }},
    {"$_self.isSignlessInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isSignlessInteger());
     }},
    {"$_self.isTF32()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isTF32());
     }},
    {"$_self.isUnsignedInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(self.isUnsignedInteger(p[0].number));
     }},
    {"$_self.isUnsignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       return static_cast<bool>(self.isUnsignedInteger());
     }},
    {"all_of(cast<RankedTensorType>($_self).getShape(), [](auto v){return v != #;})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<RankedTensorType>(self).getShape(), [&](auto v){return v != p[0].number;}));
     }},
    {"all_of(cast<RankedTensorType>($_self).getShape(), [](auto v){return v == #;})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(all_of(cast<RankedTensorType>(self).getShape(), [&](auto v){return v == p[0].number;}));
     }},
    {"cast<BaseMemRefType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       if (!(cast<BaseMemRefType>(self).hasRank()))
         return std::nullopt;
       return static_cast<bool>(cast<BaseMemRefType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<BaseMemRefType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<BaseMemRefType>(self).hasRank());
     }},
    {"cast<BaseMemRefType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<BaseMemRefType>(self).hasStaticShape());
     }},
    {"cast<BaseMemRefType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<BaseMemRefType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<BaseMemRefType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<IntegerType>($_self).isSigned()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerType>(self).isSigned());
     }},
    {"cast<IntegerType>($_self).isSignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerType>(self).isSignedInteger());
     }},
    {"cast<IntegerType>($_self).isSignless()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerType>(self).isSignless());
     }},
    {"cast<IntegerType>($_self).isUnsigned()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerType>(self).isUnsigned());
     }},
    {"cast<IntegerType>($_self).isUnsignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<IntegerType>(self).isUnsignedInteger());
     }},
    {"cast<MemRefType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<MemRefType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefType>(self).hasRank());
     }},
    {"cast<MemRefType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefType>(self).hasStaticShape());
     }},
    {"cast<MemRefType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<MemRefType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<MemRefType>($_self).isStrided()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<MemRefType>(self).isStrided());
     }},
    {"cast<RankedTensorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<RankedTensorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<RankedTensorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<RankedTensorType>(self).hasRank());
     }},
    {"cast<RankedTensorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<RankedTensorType>(self).hasStaticShape());
     }},
    {"cast<RankedTensorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<RankedTensorType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<RankedTensorType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<ShapedType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasRank()))
         return std::nullopt;
       return static_cast<bool>(cast<ShapedType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<ShapedType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<ShapedType>(self).hasRank());
     }},
    {"cast<ShapedType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<ShapedType>(self).hasStaticShape());
     }},
    {"cast<ShapedType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<ShapedType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<TensorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       if (!(cast<TensorType>(self).hasRank()))
         return std::nullopt;
       return static_cast<bool>(cast<TensorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<TensorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<TensorType>(self).hasRank());
     }},
    {"cast<TensorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<TensorType>(self).hasStaticShape());
     }},
    {"cast<TensorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<TensorType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<TensorType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<VectorType>($_self).allDimsScalable()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).allDimsScalable());
     }},
    {"cast<VectorType>($_self).getScalableDims().back()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       if (!(cast<VectorType>(self).getRank() > 0))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).getScalableDims().back());
     }},
    {"cast<VectorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
     }},
    {"cast<VectorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).hasRank());
     }},
    {"cast<VectorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).hasStaticShape());
     }},
    {"cast<VectorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<VectorType>(self))))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).isDynamicDim(p[0].number));
     }},
    {"cast<VectorType>($_self).isScalable()", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<bool>(cast<VectorType>(self).isScalable());
     }},
    {"isOpaqueTypeWithName($_self, @, @)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(isOpaqueTypeWithName(self, StringRef(p[0].text), StringRef(p[1].text)));
     }},
    {"is_contained(ArrayRef<int64_t>({#}), cast<ShapedType>($_self).getDimSize(#))", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
         return std::nullopt;
       return static_cast<bool>(is_contained(ArrayRef<int64_t>(p[0].numbers), cast<ShapedType>(self).getDimSize(p[1].number)));
     }},
    {"is_contained(ArrayRef<int64_t>({#}), cast<ShapedType>($_self).getDimSize(cast<ShapedType>($_self).getRank() + #))", [](Type self, PredicateParameters p) -> std::optional<bool> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasRank()))
         return std::nullopt;
       if (!(isInBounds(cast<ShapedType>(self).getRank() + p[1].number, cast<ShapedType>(self))))
         return std::nullopt;
       return static_cast<bool>(is_contained(ArrayRef<int64_t>(p[0].numbers), cast<ShapedType>(self).getDimSize(cast<ShapedType>(self).getRank() + p[1].number)));
     }},
    {"is_contained(cast<VectorType>($_self).getScalableDims().drop_back(), true)", [](Type self, PredicateParameters) -> std::optional<bool> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       if (!(cast<VectorType>(self).getRank() > 0))
         return std::nullopt;
       return static_cast<bool>(is_contained(cast<VectorType>(self).getScalableDims().drop_back(), true));
     }},
    {"isa<BFloat16Type>($_self)", isOfClass<Type, BFloat16Type>},
    {"isa<BaseMemRefType>($_self)", isOfClass<Type, BaseMemRefType>},
    {"isa<ComplexType>($_self)", isOfClass<Type, ComplexType>},
    {"isa<DataLayoutTypeInterface>($_self)", isOfClass<Type, DataLayoutTypeInterface>},
    {"isa<DenseElementType>($_self)", isOfClass<Type, DenseElementType>},
    {"isa<DestructurableTypeInterface>($_self)", isOfClass<Type, DestructurableTypeInterface>},
    {"isa<FixedVectorType>($_self)", isOfClass<Type, FixedVectorType>},
    {"isa<Float128Type>($_self)", isOfClass<Type, Float128Type>},
    {"isa<Float16Type>($_self)", isOfClass<Type, Float16Type>},
    {"isa<Float32Type>($_self)", isOfClass<Type, Float32Type>},
    {"isa<Float4E2M1FNType>($_self)", isOfClass<Type, Float4E2M1FNType>},
    {"isa<Float64Type>($_self)", isOfClass<Type, Float64Type>},
    {"isa<Float6E2M3FNType>($_self)", isOfClass<Type, Float6E2M3FNType>},
    {"isa<Float6E3M2FNType>($_self)", isOfClass<Type, Float6E3M2FNType>},
    {"isa<Float80Type>($_self)", isOfClass<Type, Float80Type>},
    {"isa<Float8E3M4Type>($_self)", isOfClass<Type, Float8E3M4Type>},
    {"isa<Float8E4M3B11FNUZType>($_self)", isOfClass<Type, Float8E4M3B11FNUZType>},
    {"isa<Float8E4M3FNType>($_self)", isOfClass<Type, Float8E4M3FNType>},
    {"isa<Float8E4M3FNUZType>($_self)", isOfClass<Type, Float8E4M3FNUZType>},
    {"isa<Float8E4M3Type>($_self)", isOfClass<Type, Float8E4M3Type>},
    {"isa<Float8E5M2FNUZType>($_self)", isOfClass<Type, Float8E5M2FNUZType>},
    {"isa<Float8E5M2Type>($_self)", isOfClass<Type, Float8E5M2Type>},
    {"isa<Float8E8M0FNUType>($_self)", isOfClass<Type, Float8E8M0FNUType>},
    {"isa<FloatTF32Type>($_self)", isOfClass<Type, FloatTF32Type>},
    {"isa<FloatType>($_self)", isOfClass<Type, FloatType>},
    {"isa<FunctionType>($_self)", isOfClass<Type, FunctionType>},
    {"isa<GraphType>($_self)", isOfClass<Type, GraphType>},
    {"isa<IndexType>($_self)", isOfClass<Type, IndexType>},
    {"isa<IntegerType>($_self)", isOfClass<Type, IntegerType>},
    {"isa<MemRefElementTypeInterface>($_self)", isOfClass<Type, MemRefElementTypeInterface>},
    {"isa<MemRefType>($_self)", isOfClass<Type, MemRefType>},
    {"isa<NoneType>($_self)", isOfClass<Type, NoneType>},
    {"isa<OpAsmTypeInterface>($_self)", isOfClass<Type, OpAsmTypeInterface>},
    {"isa<OpaqueType>($_self)", isOfClass<Type, OpaqueType>},
    {"isa<PtrLikeTypeInterface>($_self)", isOfClass<Type, PtrLikeTypeInterface>},
    {"isa<QuantStorageTypeInterface>($_self)", isOfClass<Type, QuantStorageTypeInterface>},
    {"isa<RankedTensorType>($_self)", isOfClass<Type, RankedTensorType>},
    {"isa<ScalableVectorType>($_self)", isOfClass<Type, ScalableVectorType>},
    {"isa<ShapedType>($_self)", isOfClass<Type, ShapedType>},
    {"isa<TensorType>($_self)", isOfClass<Type, TensorType>},
    {"isa<TokenType>($_self)", isOfClass<Type, TokenType>},
    {"isa<TupleType>($_self)", isOfClass<Type, TupleType>},
    {"isa<Type>($_self)", isOfClass<Type, Type>},
    {"isa<UnrankedMemRefType>($_self)", isOfClass<Type, UnrankedMemRefType>},
    {"isa<UnrankedTensorType>($_self)", isOfClass<Type, UnrankedTensorType>},
    {"isa<VectorElementTypeInterface>($_self)", isOfClass<Type, VectorElementTypeInterface>},
    {"isa<VectorType>($_self)", isOfClass<Type, VectorType>},
    {"pdll::isNamed($_self, @)", [](Type self, PredicateParameters p) -> std::optional<bool> {
       return static_cast<bool>(pdll::isNamed(self, StringRef(p[0].text)));
     }},
};

constexpr PredicateEntry<PredicateNumber<Type>> typeNumbers[] = {
    {"$_self.getIntOrFloatBitWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(self.isIntOrFloat()))
         return std::nullopt;
       return static_cast<int64_t>(self.getIntOrFloatBitWidth());
     }},
    {"cast<BaseMemRefType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<BaseMemRefType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<BaseMemRefType>(self).getDimSize(p[0].number));
     }},
    {"cast<BaseMemRefType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       if (!(cast<BaseMemRefType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<BaseMemRefType>(self).getNumElements());
     }},
    {"cast<BaseMemRefType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<BaseMemRefType>(self)))
         return std::nullopt;
       if (!(cast<BaseMemRefType>(self).hasRank()))
         return std::nullopt;
       return static_cast<int64_t>(cast<BaseMemRefType>(self).getRank());
     }},
    {"cast<FloatType>($_self).getWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<FloatType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<FloatType>(self).getWidth());
     }},
    {"cast<FunctionType>($_self).getNumInputs()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<FunctionType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<FunctionType>(self).getNumInputs());
     }},
    {"cast<FunctionType>($_self).getNumResults()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<FunctionType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<FunctionType>(self).getNumResults());
     }},
    {"cast<IntegerType>($_self).getWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<IntegerType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<IntegerType>(self).getWidth());
     }},
    {"cast<MemRefType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<MemRefType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<MemRefType>(self).getDimSize(p[0].number));
     }},
    {"cast<MemRefType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       if (!(cast<MemRefType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<MemRefType>(self).getNumElements());
     }},
    {"cast<MemRefType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<MemRefType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<MemRefType>(self).getRank());
     }},
    {"cast<RankedTensorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<RankedTensorType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<RankedTensorType>(self).getDimSize(p[0].number));
     }},
    {"cast<RankedTensorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       if (!(cast<RankedTensorType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<RankedTensorType>(self).getNumElements());
     }},
    {"cast<RankedTensorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<RankedTensorType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<RankedTensorType>(self).getRank());
     }},
    {"cast<ShapedType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<ShapedType>(self).getDimSize(p[0].number));
     }},
    {"cast<ShapedType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<ShapedType>(self).getNumElements());
     }},
    {"cast<ShapedType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<ShapedType>(self)))
         return std::nullopt;
       if (!(cast<ShapedType>(self).hasRank()))
         return std::nullopt;
       return static_cast<int64_t>(cast<ShapedType>(self).getRank());
     }},
    {"cast<TensorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<TensorType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<TensorType>(self).getDimSize(p[0].number));
     }},
    {"cast<TensorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       if (!(cast<TensorType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<TensorType>(self).getNumElements());
     }},
    {"cast<TensorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<TensorType>(self)))
         return std::nullopt;
       if (!(cast<TensorType>(self).hasRank()))
         return std::nullopt;
       return static_cast<int64_t>(cast<TensorType>(self).getRank());
     }},
    {"cast<TupleType>($_self).size()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<TupleType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<TupleType>(self).size());
     }},
    {"cast<VectorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       if (!(isInBounds(p[0].number, cast<VectorType>(self))))
         return std::nullopt;
       return static_cast<int64_t>(cast<VectorType>(self).getDimSize(p[0].number));
     }},
    {"cast<VectorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       if (!(cast<VectorType>(self).hasStaticShape()))
         return std::nullopt;
       return static_cast<int64_t>(cast<VectorType>(self).getNumElements());
     }},
    {"cast<VectorType>($_self).getNumScalableDims()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<VectorType>(self).getNumScalableDims());
     }},
    {"cast<VectorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
       if (!(isa<VectorType>(self)))
         return std::nullopt;
       return static_cast<int64_t>(cast<VectorType>(self).getRank());
     }},
};

} // namespace

PredicateGroup getBuiltinPredicates() {
  return {{attributeLeaves, attributeNumbers, {}}, {operationLeaves, {}, {}}, {typeLeaves, typeNumbers, {}}};
}
} // namespace mlir
