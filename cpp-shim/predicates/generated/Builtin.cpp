// What leaves of ODS predicates mean: Builtin.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
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
void addBuiltinPredicates(PredicateTable &table) {
  table.add<Attribute>("$_self", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self);
  });
  table.add<Attribute>("$_self == $_builder.getBoolAttr(false)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getBoolAttr(false));
  });
  table.add<Attribute>("$_self == $_builder.getBoolAttr(true)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getBoolAttr(true));
  });
  table.add<Attribute>("$_self == $_builder.getFloatAttr($_builder.getF32Type(), #.#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getFloatAttr(Builder(self.getContext()).getF32Type(), p[0].real));
  });
  table.add<Attribute>("$_self == $_builder.getFloatAttr($_builder.getF64Type(), #.#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getFloatAttr(Builder(self.getContext()).getF64Type(), p[0].real));
  });
  table.add<Attribute>("$_self == $_builder.getIntegerAttr($_builder.getIndexType(), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIndexType(), p[0].number));
  });
  table.add<Attribute>("$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number), p[1].number));
  });
  table.add<Attribute>("$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#, false), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number, false), p[1].number));
  });
  table.add<Attribute>("$_self == $_builder.getIntegerAttr($_builder.getIntegerType(#, true), #)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getIntegerAttr(Builder(self.getContext()).getIntegerType(p[0].number, true), p[1].number));
  });
  table.add<Attribute>("$_self == $_builder.getStringAttr(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self == Builder(self.getContext()).getStringAttr(StringRef(p[0].text)));
  });
  table.add<Attribute>("$_self == ((true)?$_builder.getUnitAttr():nullptr)", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self == ((true)?Builder(self.getContext()).getUnitAttr():nullptr));
  });
  table.add<Attribute>("[](ArrayRef<bool>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseBoolArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseBoolArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<bool>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseBoolArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<double>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseF64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<double>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF64ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<float>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseF32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<float>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseF32ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<int16_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI16ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI16ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<int16_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI16ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<int32_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<int32_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI32ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<int64_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<int64_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI64ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("[](ArrayRef<int8_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI8ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI8ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>([&](ArrayRef<int8_t>a){return std::adjacent_find(std::begin(a), std::end(a)) == std::end(a);}(cast<DenseI8ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("all_of(cast<DenseBoolArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseBoolArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseBoolArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseBoolArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseBoolArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseBoolArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseF32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseF32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseF32ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseF32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseF32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseF32ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseF64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseF64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseF64ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseF64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseF64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseF64ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI16ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI16ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI16ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI16ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI16ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI16ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI32ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI32ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI32ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI64ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI64ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI64ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI8ArrayAttr>($_self).asArrayRef(), [&](auto v){return v >= #;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI8ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI8ArrayAttr>(self).asArrayRef(), [&](auto v){return v >= p[0].number;}));
  });
  table.add<Attribute>("all_of(cast<DenseI8ArrayAttr>($_self).asArrayRef(), [&](auto v){return v>#;})", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DenseI8ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<DenseI8ArrayAttr>(self).asArrayRef(), [&](auto v){return v>p[0].number;}));
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isConstant()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isConstant());
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isEmpty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isEmpty());
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isIdentity());
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isMinorIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isMinorIdentity());
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isPermutation()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isPermutation());
  });
  table.add<Attribute>("cast<AffineMapAttr>($_self).getValue().isProjectedPermutation()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<AffineMapAttr>(self).getValue().isProjectedPermutation());
  });
  table.add<Attribute>("cast<ArrayAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<ArrayAttr>(self).empty());
  });
  table.add<Attribute>("cast<BoolAttr>($_self).getValue()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<BoolAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<BoolAttr>(self).getValue());
  });
  table.add<Attribute>("cast<DenseArrayAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DenseArrayAttr>(self).empty());
  });
  table.add<Attribute>("cast<DenseElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseElementsAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DenseElementsAttr>(self).isSplat());
  });
  table.add<Attribute>("cast<DenseFPElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseFPElementsAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DenseFPElementsAttr>(self).isSplat());
  });
  table.add<Attribute>("cast<DenseIntElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseIntElementsAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DenseIntElementsAttr>(self).isSplat());
  });
  table.add<Attribute>("cast<DictionaryAttr>($_self).contains(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<DictionaryAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DictionaryAttr>(self).contains(StringRef(p[0].text)));
  });
  table.add<Attribute>("cast<DictionaryAttr>($_self).empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DictionaryAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<DictionaryAttr>(self).empty());
  });
  table.add<Attribute>("cast<ElementsAttr>($_self).isSplat()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<ElementsAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<ElementsAttr>(self).isSplat());
  });
  table.add<Attribute>("cast<FlatSymbolRefAttr>($_self).getValue() == @", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<FlatSymbolRefAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FlatSymbolRefAttr>(self).getValue() == StringRef(p[0].text));
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValue().isFinite()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValue().isFinite());
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValue().isInfinity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValue().isInfinity());
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValue().isNaN()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValue().isNaN());
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValue().isNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValue().isNegative());
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValue().isZero()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValue().isZero());
  });
  table.add<Attribute>("cast<FloatAttr>($_self).getValueAsDouble() == #.#", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<FloatAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<FloatAttr>(self).getValueAsDouble() == p[0].real);
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().eq(APInt(#, #))", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getBitWidth() == p[0].number))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().eq(APInt(p[0].number, p[1].number)));
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().getZExtValue()&(~(#u))", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().getZExtValue()&(~(unsigned(p[0].number))));
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isAllOnes()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isAllOnes());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isNegative());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isNonNegative()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isNonNegative());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isOne()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isOne());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isPowerOf2()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isPowerOf2());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isStrictlyPositive()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isStrictlyPositive());
  });
  table.add<Attribute>("cast<IntegerAttr>($_self).getValue().isZero()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerAttr>(self).getValue().isZero());
  });
  table.add<Attribute>("cast<MemRefLayoutAttrInterface>($_self).isIdentity()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<MemRefLayoutAttrInterface>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefLayoutAttrInterface>(self).isIdentity());
  });
  table.add<Attribute>("cast<StringAttr>($_self).getType().isSignlessInteger(#)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getType().isSignlessInteger(p[0].number));
  });
  table.add<Attribute>("cast<StringAttr>($_self).getValue() == @", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getValue() == StringRef(p[0].text));
  });
  table.add<Attribute>("cast<StringAttr>($_self).getValue().contains(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getValue().contains(StringRef(p[0].text)));
  });
  table.add<Attribute>("cast<StringAttr>($_self).getValue().empty()", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getValue().empty());
  });
  table.add<Attribute>("cast<StringAttr>($_self).getValue().ends_with(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getValue().ends_with(StringRef(p[0].text)));
  });
  table.add<Attribute>("cast<StringAttr>($_self).getValue().starts_with(@)", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<StringAttr>(self).getValue().starts_with(StringRef(p[0].text)));
  });
  table.add<Attribute>("is_contained({#}, cast<IntegerAttr>($_self).getInt())", [](Attribute self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
      return std::nullopt;
    return static_cast<bool>(is_contained(p[0].numbers, cast<IntegerAttr>(self).getInt()));
  });
  table.add<Attribute>("is_sorted(cast<DenseBoolArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseBoolArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseBoolArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseF32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseF32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseF32ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseF64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseF64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseF64ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseI16ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI16ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseI16ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseI32ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI32ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseI32ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseI64ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI64ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseI64ArrayAttr>(self).asArrayRef()));
  });
  table.add<Attribute>("is_sorted(cast<DenseI8ArrayAttr>($_self).asArrayRef())", [](Attribute self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<DenseI8ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<bool>(is_sorted(cast<DenseI8ArrayAttr>(self).asArrayRef()));
  });
  table.addClass<Attribute, AffineMapAttr>("AffineMapAttr");
  table.addClass<Attribute, ArrayAttr>("ArrayAttr");
  table.addClass<Attribute, BlobAttr>("BlobAttr");
  table.addClass<Attribute, BoolAttr>("BoolAttr");
  table.addClass<Attribute, CallSiteLoc>("CallSiteLoc");
  table.addClass<Attribute, ConvertToLLVMAttrInterface>("ConvertToLLVMAttrInterface");
  table.addClass<Attribute, DLTIQueryInterface>("DLTIQueryInterface");
  table.addClass<Attribute, DataLayoutEntryAttr>("DataLayoutEntryAttr");
  table.addClass<Attribute, DataLayoutEntryInterface>("DataLayoutEntryInterface");
  table.addClass<Attribute, DataLayoutSpecAttr>("DataLayoutSpecAttr");
  table.addClass<Attribute, DataLayoutSpecInterface>("DataLayoutSpecInterface");
  table.addClass<Attribute, DenseArrayAttr>("DenseArrayAttr");
  table.addClass<Attribute, DenseBoolArrayAttr>("DenseBoolArrayAttr");
  table.addClass<Attribute, DenseF32ArrayAttr>("DenseF32ArrayAttr");
  table.addClass<Attribute, DenseF64ArrayAttr>("DenseF64ArrayAttr");
  table.addClass<Attribute, DenseFPElementsAttr>("DenseFPElementsAttr");
  table.addClass<Attribute, DenseI16ArrayAttr>("DenseI16ArrayAttr");
  table.addClass<Attribute, DenseI32ArrayAttr>("DenseI32ArrayAttr");
  table.addClass<Attribute, DenseI64ArrayAttr>("DenseI64ArrayAttr");
  table.addClass<Attribute, DenseI8ArrayAttr>("DenseI8ArrayAttr");
  table.addClass<Attribute, DenseIntElementsAttr>("DenseIntElementsAttr");
  table.addClass<Attribute, DenseIntOrFPElementsAttr>("DenseIntOrFPElementsAttr");
  table.addClass<Attribute, DenseResourceElementsAttr>("DenseResourceElementsAttr");
  table.addClass<Attribute, DenseStringElementsAttr>("DenseStringElementsAttr");
  table.addClass<Attribute, DeviceMappingAttrInterface>("DeviceMappingAttrInterface");
  table.addClass<Attribute, DeviceMaskingAttrInterface>("DeviceMaskingAttrInterface");
  table.addClass<Attribute, DictionaryAttr>("DictionaryAttr");
  table.addClass<Attribute, ElementsAttr>("ElementsAttr");
  table.addClass<Attribute, FileLineColRange>("FileLineColRange");
  table.addClass<Attribute, FlatSymbolRefAttr>("FlatSymbolRefAttr");
  table.addClass<Attribute, FloatAttr>("FloatAttr");
  table.addClass<Attribute, FunctionPointerAlignmentAttr>("FunctionPointerAlignmentAttr");
  table.addClass<Attribute, FusedLoc>("FusedLoc");
  table.addClass<Attribute, IntegerAttr>("IntegerAttr");
  table.addClass<Attribute, IntegerSetAttr>("IntegerSetAttr");
  table.addClass<Attribute, LocationAttr>("LocationAttr");
  table.addClass<Attribute, MapAttr>("MapAttr");
  table.addClass<Attribute, MemRefLayoutAttrInterface>("MemRefLayoutAttrInterface");
  table.addClass<Attribute, NameLoc>("NameLoc");
  table.addClass<Attribute, OpAsmAttrInterface>("OpAsmAttrInterface");
  table.addClass<Attribute, OpaqueAttr>("OpaqueAttr");
  table.addClass<Attribute, OpaqueLoc>("OpaqueLoc");
  table.addClass<Attribute, SparseElementsAttr>("SparseElementsAttr");
  table.addClass<Attribute, StridedLayoutAttr>("StridedLayoutAttr");
  table.addClass<Attribute, StringAttr>("StringAttr");
  table.addClass<Attribute, SymbolRefAttr>("SymbolRefAttr");
  table.addClass<Attribute, SymbolUserAttrInterface>("SymbolUserAttrInterface");
  table.addClass<Attribute, TargetDeviceSpecAttr>("TargetDeviceSpecAttr");
  table.addClass<Attribute, TargetDeviceSpecInterface>("TargetDeviceSpecInterface");
  table.addClass<Attribute, TargetSystemSpecAttr>("TargetSystemSpecAttr");
  table.addClass<Attribute, TargetSystemSpecInterface>("TargetSystemSpecInterface");
  table.addClass<Attribute, TypeAttr>("TypeAttr");
  table.addClass<Attribute, TypedAttr>("TypedAttr");
  table.addClass<Attribute, UnitAttr>("UnitAttr");
  table.addClass<Attribute, UnknownLoc>("UnknownLoc");
  table.addClass<Attribute, VerifiableTensorEncoding>("VerifiableTensorEncoding");
  table.addNumber<Attribute>("cast<AffineMapAttr>($_self).getValue().getNumDims()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumDims());
  });
  table.addNumber<Attribute>("cast<AffineMapAttr>($_self).getValue().getNumInputs()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumInputs());
  });
  table.addNumber<Attribute>("cast<AffineMapAttr>($_self).getValue().getNumResults()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumResults());
  });
  table.addNumber<Attribute>("cast<AffineMapAttr>($_self).getValue().getNumSymbols()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<AffineMapAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<AffineMapAttr>(self).getValue().getNumSymbols());
  });
  table.addNumber<Attribute>("cast<ArrayAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<ArrayAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<ArrayAttr>(self).size());
  });
  table.addNumber<Attribute>("cast<DenseArrayAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<DenseArrayAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<DenseArrayAttr>(self).size());
  });
  table.addNumber<Attribute>("cast<DenseElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<DenseElementsAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<DenseElementsAttr>(self).getNumElements());
  });
  table.addNumber<Attribute>("cast<DenseFPElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<DenseFPElementsAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<DenseFPElementsAttr>(self).getNumElements());
  });
  table.addNumber<Attribute>("cast<DenseIntElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<DenseIntElementsAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<DenseIntElementsAttr>(self).getNumElements());
  });
  table.addNumber<Attribute>("cast<DictionaryAttr>($_self).size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<DictionaryAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<DictionaryAttr>(self).size());
  });
  table.addNumber<Attribute>("cast<ElementsAttr>($_self).getNumElements()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<ElementsAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<ElementsAttr>(self).getNumElements());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getInt());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getSInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getSInt());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getUInt()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getUInt());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getValue().getBitWidth()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getBitWidth());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getValue().getSExtValue()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getSignificantBits() <= 64))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getSExtValue());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>($_self).getValue().getZExtValue()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerAttr>(self)))
      return std::nullopt;
    if (!(cast<IntegerAttr>(self).getValue().getActiveBits() <= 64))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(self).getValue().getZExtValue());
  });
  table.addNumber<Attribute>("cast<IntegerAttr>(cast<ArrayAttr>($_self)[#]).getInt()", [](Attribute self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<ArrayAttr>(self)))
      return std::nullopt;
    if (!(size_t(p[0].number) < cast<ArrayAttr>(self).size() && isa<IntegerAttr>(cast<ArrayAttr>(self)[p[0].number])))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerAttr>(cast<ArrayAttr>(self)[p[0].number]).getInt());
  });
  table.addNumber<Attribute>("cast<StringAttr>($_self).getValue().size()", [](Attribute self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<StringAttr>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<StringAttr>(self).getValue().size());
  });
  table.addClass<Operation *, AlignmentAttrOpInterface>("AlignmentAttrOpInterface");
  table.addClass<Operation *, ArgAndResultAttrsOpInterface>("ArgAndResultAttrsOpInterface");
  table.addClass<Operation *, BranchOpInterface>("BranchOpInterface");
  table.addClass<Operation *, BytecodeOpInterface>("BytecodeOpInterface");
  table.addClass<Operation *, CallOpInterface>("CallOpInterface");
  table.addClass<Operation *, CallableOpInterface>("CallableOpInterface");
  table.addClass<Operation *, CastOpInterface>("CastOpInterface");
  table.addClass<Operation *, ConditionallySpeculatable>("ConditionallySpeculatable");
  table.addClass<Operation *, ConvertToLLVMOpInterface>("ConvertToLLVMOpInterface");
  table.addClass<Operation *, DataLayoutOpInterface>("DataLayoutOpInterface");
  table.addClass<Operation *, DerivedAttributeOpInterface>("DerivedAttributeOpInterface");
  table.addClass<Operation *, DestinationStyleOpInterface>("DestinationStyleOpInterface");
  table.addClass<Operation *, DestructurableAccessorOpInterface>("DestructurableAccessorOpInterface");
  table.addClass<Operation *, DestructurableAllocationOpInterface>("DestructurableAllocationOpInterface");
  table.addClass<Operation *, FunctionOpInterface>("FunctionOpInterface");
  table.addClass<Operation *, InParallelOpInterface>("InParallelOpInterface");
  table.addClass<Operation *, IndexingMapOpInterface>("IndexingMapOpInterface");
  table.addClass<Operation *, InferIntRangeInterface>("InferIntRangeInterface");
  table.addClass<Operation *, InferShapedTypeOpInterface>("InferShapedTypeOpInterface");
  table.addClass<Operation *, InferStridedMetadataOpInterface>("InferStridedMetadataOpInterface");
  table.addClass<Operation *, InferTypeOpInterface>("InferTypeOpInterface");
  table.addClass<Operation *, LoopLikeOpInterface>("LoopLikeOpInterface");
  table.addClass<Operation *, MemoryEffectOpInterface>("MemoryEffectOpInterface");
  table.addClass<Operation *, MemorySpaceCastConsumerOpInterface>("MemorySpaceCastConsumerOpInterface");
  table.addClass<Operation *, MemorySpaceCastOpInterface>("MemorySpaceCastOpInterface");
  table.addClass<Operation *, OffsetSizeAndStrideOpInterface>("OffsetSizeAndStrideOpInterface");
  table.addClass<Operation *, OpAsmOpInterface>("OpAsmOpInterface");
  table.addClass<Operation *, ParallelCombiningOpInterface>("ParallelCombiningOpInterface");
  table.addClass<Operation *, PartialReductionOpInterface>("PartialReductionOpInterface");
  table.addClass<Operation *, PromotableAllocationOpInterface>("PromotableAllocationOpInterface");
  table.addClass<Operation *, PromotableMemOpInterface>("PromotableMemOpInterface");
  table.addClass<Operation *, PromotableOpInterface>("PromotableOpInterface");
  table.addClass<Operation *, RegionBranchOpInterface>("RegionBranchOpInterface");
  table.addClass<Operation *, RegionBranchTerminatorOpInterface>("RegionBranchTerminatorOpInterface");
  table.addClass<Operation *, RegionKindInterface>("RegionKindInterface");
  table.addClass<Operation *, ReifyRankedShapedTypeOpInterface>("ReifyRankedShapedTypeOpInterface");
  table.addClass<Operation *, RuntimeVerifiableOpInterface>("RuntimeVerifiableOpInterface");
  table.addClass<Operation *, SafeMemorySlotAccessOpInterface>("SafeMemorySlotAccessOpInterface");
  table.addClass<Operation *, SelectLikeOpInterface>("SelectLikeOpInterface");
  table.addClass<Operation *, ShapedDimOpInterface>("ShapedDimOpInterface");
  table.addClass<Operation *, SubsetExtractionOpInterface>("SubsetExtractionOpInterface");
  table.addClass<Operation *, SubsetInsertionOpInterface>("SubsetInsertionOpInterface");
  table.addClass<Operation *, SubsetOpInterface>("SubsetOpInterface");
  table.addClass<Operation *, SymbolOpInterface>("SymbolOpInterface");
  table.addClass<Operation *, SymbolUserOpInterface>("SymbolUserOpInterface");
  table.addClass<Operation *, TilingInterface>("TilingInterface");
  table.addClass<Operation *, ValueBoundsOpInterface>("ValueBoundsOpInterface");
  table.addClass<Operation *, VectorTransferOpInterface>("VectorTransferOpInterface");
  table.addClass<Operation *, VectorUnrollOpInterface>("VectorUnrollOpInterface");
  table.addClass<Operation *, ViewLikeOpInterface>("ViewLikeOpInterface");
  table.addClass<Operation *, WeightedBranchOpInterface>("WeightedBranchOpInterface");
  table.addClass<Operation *, WeightedRegionBranchOpInterface>("WeightedRegionBranchOpInterface");
  table.add<Type>("$_self", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self);
  });
  table.add<Type>("$_self.hasTrait<ValueSemantics>()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(hasTrait<ValueSemantics>(self, "mlir::ValueSemantics<Empty>"));
  });
  table.add<Type>("$_self.isBF16()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isBF16());
  });
  table.add<Type>("$_self.isF128()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isF128());
  });
  table.add<Type>("$_self.isF16()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isF16());
  });
  table.add<Type>("$_self.isF32()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isF32());
  });
  table.add<Type>("$_self.isF64()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isF64());
  });
  table.add<Type>("$_self.isF80()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isF80());
  });
  table.add<Type>("$_self.isFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isFloat());
  });
  table.add<Type>("$_self.isIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isIndex());
  });
  table.add<Type>("$_self.isIntOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isIntOrFloat());
  });
  table.add<Type>("$_self.isIntOrIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isIntOrIndex());
  });
  table.add<Type>("$_self.isIntOrIndexOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isIntOrIndexOrFloat());
  });
  table.add<Type>("$_self.isInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self.isInteger(p[0].number));
  });
  table.add<Type>("$_self.isInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isInteger());
  });
  table.add<Type>("$_self.isSignedInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self.isSignedInteger(p[0].number));
  });
  table.add<Type>("$_self.isSignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isSignedInteger());
  });
  table.add<Type>("$_self.isSignlessIntOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isSignlessIntOrFloat());
  });
  table.add<Type>("$_self.isSignlessIntOrIndex()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isSignlessIntOrIndex());
  });
  table.add<Type>("$_self.isSignlessIntOrIndexOrFloat()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isSignlessIntOrIndexOrFloat());
  });
  table.add<Type>("$_self.isSignlessInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self.isSignlessInteger(p[0].number));
  });
  table.add<Type>("$_self.isSignlessInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isSignlessInteger());
  });
  table.add<Type>("$_self.isTF32()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isTF32());
  });
  table.add<Type>("$_self.isUnsignedInteger(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(self.isUnsignedInteger(p[0].number));
  });
  table.add<Type>("$_self.isUnsignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    return static_cast<bool>(self.isUnsignedInteger());
  });
  table.add<Type>("all_of(cast<RankedTensorType>($_self).getShape(), [](auto v){return v != #;})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<RankedTensorType>(self).getShape(), [&](auto v){return v != p[0].number;}));
  });
  table.add<Type>("all_of(cast<RankedTensorType>($_self).getShape(), [](auto v){return v == #;})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(all_of(cast<RankedTensorType>(self).getShape(), [&](auto v){return v == p[0].number;}));
  });
  table.add<Type>("cast<BaseMemRefType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    if (!(cast<BaseMemRefType>(self).hasRank()))
      return std::nullopt;
    return static_cast<bool>(cast<BaseMemRefType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<BaseMemRefType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<BaseMemRefType>(self).hasRank());
  });
  table.add<Type>("cast<BaseMemRefType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<BaseMemRefType>(self).hasStaticShape());
  });
  table.add<Type>("cast<BaseMemRefType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<BaseMemRefType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<BaseMemRefType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<IntegerType>($_self).isSigned()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerType>(self).isSigned());
  });
  table.add<Type>("cast<IntegerType>($_self).isSignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerType>(self).isSignedInteger());
  });
  table.add<Type>("cast<IntegerType>($_self).isSignless()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerType>(self).isSignless());
  });
  table.add<Type>("cast<IntegerType>($_self).isUnsigned()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerType>(self).isUnsigned());
  });
  table.add<Type>("cast<IntegerType>($_self).isUnsignedInteger()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<IntegerType>(self).isUnsignedInteger());
  });
  table.add<Type>("cast<MemRefType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<MemRefType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefType>(self).hasRank());
  });
  table.add<Type>("cast<MemRefType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefType>(self).hasStaticShape());
  });
  table.add<Type>("cast<MemRefType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<MemRefType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<MemRefType>($_self).isStrided()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<MemRefType>(self).isStrided());
  });
  table.add<Type>("cast<RankedTensorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<RankedTensorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<RankedTensorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<RankedTensorType>(self).hasRank());
  });
  table.add<Type>("cast<RankedTensorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<RankedTensorType>(self).hasStaticShape());
  });
  table.add<Type>("cast<RankedTensorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<RankedTensorType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<RankedTensorType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<ShapedType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(cast<ShapedType>(self).hasRank()))
      return std::nullopt;
    return static_cast<bool>(cast<ShapedType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<ShapedType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<ShapedType>(self).hasRank());
  });
  table.add<Type>("cast<ShapedType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<ShapedType>(self).hasStaticShape());
  });
  table.add<Type>("cast<ShapedType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<ShapedType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<TensorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    if (!(cast<TensorType>(self).hasRank()))
      return std::nullopt;
    return static_cast<bool>(cast<TensorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<TensorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<TensorType>(self).hasRank());
  });
  table.add<Type>("cast<TensorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<TensorType>(self).hasStaticShape());
  });
  table.add<Type>("cast<TensorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<TensorType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<TensorType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<VectorType>($_self).allDimsScalable()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).allDimsScalable());
  });
  table.add<Type>("cast<VectorType>($_self).getScalableDims().back()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    if (!(cast<VectorType>(self).getRank() > 0))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).getScalableDims().back());
  });
  table.add<Type>("cast<VectorType>($_self).getShape() == ArrayRef<int64_t>({#})", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).getShape() == ArrayRef<int64_t>(p[0].numbers));
  });
  table.add<Type>("cast<VectorType>($_self).hasRank()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).hasRank());
  });
  table.add<Type>("cast<VectorType>($_self).hasStaticShape()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).hasStaticShape());
  });
  table.add<Type>("cast<VectorType>($_self).isDynamicDim(#)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<VectorType>(self))))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).isDynamicDim(p[0].number));
  });
  table.add<Type>("cast<VectorType>($_self).isScalable()", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<bool>(cast<VectorType>(self).isScalable());
  });
  table.add<Type>("isOpaqueTypeWithName($_self, @, @)", [](Type self, PredicateParameters p) -> std::optional<bool> {
    return static_cast<bool>(isOpaqueTypeWithName(self, StringRef(p[0].text), StringRef(p[1].text)));
  });
  table.add<Type>("is_contained(ArrayRef<int64_t>({#}), cast<ShapedType>($_self).getDimSize(#))", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
      return std::nullopt;
    return static_cast<bool>(is_contained(ArrayRef<int64_t>(p[0].numbers), cast<ShapedType>(self).getDimSize(p[1].number)));
  });
  table.add<Type>("is_contained(ArrayRef<int64_t>({#}), cast<ShapedType>($_self).getDimSize(cast<ShapedType>($_self).getRank() + #))", [](Type self, PredicateParameters p) -> std::optional<bool> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(cast<ShapedType>(self).hasRank()))
      return std::nullopt;
    if (!(isInBounds(cast<ShapedType>(self).getRank() + p[1].number, cast<ShapedType>(self))))
      return std::nullopt;
    return static_cast<bool>(is_contained(ArrayRef<int64_t>(p[0].numbers), cast<ShapedType>(self).getDimSize(cast<ShapedType>(self).getRank() + p[1].number)));
  });
  table.add<Type>("is_contained(cast<VectorType>($_self).getScalableDims().drop_back(), true)", [](Type self, PredicateParameters) -> std::optional<bool> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    if (!(cast<VectorType>(self).getRank() > 0))
      return std::nullopt;
    return static_cast<bool>(is_contained(cast<VectorType>(self).getScalableDims().drop_back(), true));
  });
  table.addClass<Type, BFloat16Type>("BFloat16Type");
  table.addClass<Type, BaseMemRefType>("BaseMemRefType");
  table.addClass<Type, ComplexType>("ComplexType");
  table.addClass<Type, DataLayoutTypeInterface>("DataLayoutTypeInterface");
  table.addClass<Type, DestructurableTypeInterface>("DestructurableTypeInterface");
  table.addClass<Type, FixedVectorType>("FixedVectorType");
  table.addClass<Type, Float128Type>("Float128Type");
  table.addClass<Type, Float16Type>("Float16Type");
  table.addClass<Type, Float32Type>("Float32Type");
  table.addClass<Type, Float4E2M1FNType>("Float4E2M1FNType");
  table.addClass<Type, Float64Type>("Float64Type");
  table.addClass<Type, Float6E2M3FNType>("Float6E2M3FNType");
  table.addClass<Type, Float6E3M2FNType>("Float6E3M2FNType");
  table.addClass<Type, Float80Type>("Float80Type");
  table.addClass<Type, Float8E3M4Type>("Float8E3M4Type");
  table.addClass<Type, Float8E4M3B11FNUZType>("Float8E4M3B11FNUZType");
  table.addClass<Type, Float8E4M3FNType>("Float8E4M3FNType");
  table.addClass<Type, Float8E4M3FNUZType>("Float8E4M3FNUZType");
  table.addClass<Type, Float8E4M3Type>("Float8E4M3Type");
  table.addClass<Type, Float8E5M2FNUZType>("Float8E5M2FNUZType");
  table.addClass<Type, Float8E5M2Type>("Float8E5M2Type");
  table.addClass<Type, Float8E8M0FNUType>("Float8E8M0FNUType");
  table.addClass<Type, FloatTF32Type>("FloatTF32Type");
  table.addClass<Type, FloatType>("FloatType");
  table.addClass<Type, FunctionType>("FunctionType");
  table.addClass<Type, GraphType>("GraphType");
  table.addClass<Type, IndexType>("IndexType");
  table.addClass<Type, IntegerType>("IntegerType");
  table.addClass<Type, MemRefElementTypeInterface>("MemRefElementTypeInterface");
  table.addClass<Type, MemRefType>("MemRefType");
  table.addClass<Type, NoneType>("NoneType");
  table.addClass<Type, OpAsmTypeInterface>("OpAsmTypeInterface");
  table.addClass<Type, OpaqueType>("OpaqueType");
  table.addClass<Type, PtrLikeTypeInterface>("PtrLikeTypeInterface");
  table.addClass<Type, RankedTensorType>("RankedTensorType");
  table.addClass<Type, ScalableVectorType>("ScalableVectorType");
  table.addClass<Type, ShapedType>("ShapedType");
  table.addClass<Type, TensorType>("TensorType");
  table.addClass<Type, TupleType>("TupleType");
  table.addClass<Type, Type>("Type");
  table.addClass<Type, UnrankedMemRefType>("UnrankedMemRefType");
  table.addClass<Type, UnrankedTensorType>("UnrankedTensorType");
  table.addClass<Type, VectorElementTypeInterface>("VectorElementTypeInterface");
  table.addClass<Type, VectorType>("VectorType");
  table.addNumber<Type>("$_self.getIntOrFloatBitWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(self.isIntOrFloat()))
      return std::nullopt;
    return static_cast<int64_t>(self.getIntOrFloatBitWidth());
  });
  table.addNumber<Type>("cast<BaseMemRefType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<BaseMemRefType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<BaseMemRefType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<BaseMemRefType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    if (!(cast<BaseMemRefType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<BaseMemRefType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<BaseMemRefType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<BaseMemRefType>(self)))
      return std::nullopt;
    if (!(cast<BaseMemRefType>(self).hasRank()))
      return std::nullopt;
    return static_cast<int64_t>(cast<BaseMemRefType>(self).getRank());
  });
  table.addNumber<Type>("cast<FloatType>($_self).getWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<FloatType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<FloatType>(self).getWidth());
  });
  table.addNumber<Type>("cast<FunctionType>($_self).getNumInputs()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<FunctionType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<FunctionType>(self).getNumInputs());
  });
  table.addNumber<Type>("cast<FunctionType>($_self).getNumResults()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<FunctionType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<FunctionType>(self).getNumResults());
  });
  table.addNumber<Type>("cast<IntegerType>($_self).getWidth()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<IntegerType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<IntegerType>(self).getWidth());
  });
  table.addNumber<Type>("cast<MemRefType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<MemRefType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<MemRefType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<MemRefType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    if (!(cast<MemRefType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<MemRefType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<MemRefType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<MemRefType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<MemRefType>(self).getRank());
  });
  table.addNumber<Type>("cast<RankedTensorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<RankedTensorType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<RankedTensorType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<RankedTensorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    if (!(cast<RankedTensorType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<RankedTensorType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<RankedTensorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<RankedTensorType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<RankedTensorType>(self).getRank());
  });
  table.addNumber<Type>("cast<ShapedType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<ShapedType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<ShapedType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<ShapedType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(cast<ShapedType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<ShapedType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<ShapedType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<ShapedType>(self)))
      return std::nullopt;
    if (!(cast<ShapedType>(self).hasRank()))
      return std::nullopt;
    return static_cast<int64_t>(cast<ShapedType>(self).getRank());
  });
  table.addNumber<Type>("cast<TensorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<TensorType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<TensorType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<TensorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    if (!(cast<TensorType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<TensorType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<TensorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<TensorType>(self)))
      return std::nullopt;
    if (!(cast<TensorType>(self).hasRank()))
      return std::nullopt;
    return static_cast<int64_t>(cast<TensorType>(self).getRank());
  });
  table.addNumber<Type>("cast<TupleType>($_self).size()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<TupleType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<TupleType>(self).size());
  });
  table.addNumber<Type>("cast<VectorType>($_self).getDimSize(#)", [](Type self, PredicateParameters p) -> std::optional<int64_t> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    if (!(isInBounds(p[0].number, cast<VectorType>(self))))
      return std::nullopt;
    return static_cast<int64_t>(cast<VectorType>(self).getDimSize(p[0].number));
  });
  table.addNumber<Type>("cast<VectorType>($_self).getNumElements()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    if (!(cast<VectorType>(self).hasStaticShape()))
      return std::nullopt;
    return static_cast<int64_t>(cast<VectorType>(self).getNumElements());
  });
  table.addNumber<Type>("cast<VectorType>($_self).getNumScalableDims()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<VectorType>(self).getNumScalableDims());
  });
  table.addNumber<Type>("cast<VectorType>($_self).getRank()", [](Type self, PredicateParameters) -> std::optional<int64_t> {
    if (!(isa<VectorType>(self)))
      return std::nullopt;
    return static_cast<int64_t>(cast<VectorType>(self).getRank());
  });
}
} // namespace mlir
