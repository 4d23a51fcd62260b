// What bodies of native functions can make.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace pdll;

#define GETTER(NAME)                                                           \
  functions.add("Builder." #NAME,                                              \
                [](PatternRewriter &rewriter) { return rewriter.NAME(); })
#define GETTER_OF(NAME, ARGUMENT)                                              \
  functions.add("Builder." #NAME,                                              \
                [](PatternRewriter &rewriter, ARGUMENT argument) {             \
                  return rewriter.NAME(argument);                              \
                })

static void addTypes(CodeFunctions &functions) {
  GETTER(getIndexType);
  GETTER(getI1Type);
  GETTER(getI8Type);
  GETTER(getI16Type);
  GETTER(getI32Type);
  GETTER(getI64Type);
  GETTER(getBF16Type);
  GETTER(getF16Type);
  GETTER(getF32Type);
  GETTER(getF64Type);
  GETTER(getNoneType);
  auto makeInteger = [](PatternRewriter &rewriter,
                        unsigned width) -> std::optional<IntegerType> {
    if (width > IntegerType::kMaxWidth)
      return std::nullopt;
    return rewriter.getIntegerType(width);
  };
  functions.add("Builder.getIntegerType", makeInteger);
  functions.add("IntegerType::get", makeInteger);
  functions.add("Builder.getIntegerType",
                [](PatternRewriter &rewriter, unsigned width,
                   bool isSigned) -> std::optional<IntegerType> {
                  if (width > IntegerType::kMaxWidth)
                    return std::nullopt;
                  return rewriter.getIntegerType(width, isSigned);
                });
  functions.add("IndexType::get", [](PatternRewriter &rewriter) {
    return rewriter.getIndexType();
  });
  functions.add("Float32Type::get", [](PatternRewriter &rewriter) {
    return rewriter.getF32Type();
  });
  functions.add("Float64Type::get", [](PatternRewriter &rewriter) {
    return rewriter.getF64Type();
  });
}

/// The type, unless MLIR would not accept its parts.
template <typename T, typename... Parts>
static std::optional<T> makeChecked(PatternRewriter &rewriter, Parts... parts) {
  auto ignore = [&] {
    InFlightDiagnostic diagnostic = mlir::emitError(rewriter.getUnknownLoc());
    diagnostic.abandon();
    return diagnostic;
  };
  T made = T::getChecked(ignore, parts...);
  return made ? std::optional(made) : std::nullopt;
}

static void addShapedTypes(CodeFunctions &functions) {
  functions.add(
      "RankedTensorType::get",
      [](PatternRewriter &rewriter, SmallVector<int64_t> shape, Type element) {
        return makeChecked<RankedTensorType>(rewriter, ArrayRef<int64_t>(shape),
                                             element, Attribute());
      });
  functions.add(
      "VectorType::get",
      [](PatternRewriter &rewriter, SmallVector<int64_t> shape, Type element) {
        return makeChecked<VectorType>(rewriter, ArrayRef<int64_t>(shape),
                                       element, ArrayRef<bool>());
      });
  functions.add("MemRefType::get", [](PatternRewriter &rewriter,
                                      SmallVector<int64_t> shape,
                                      Type element) {
    return makeChecked<MemRefType>(rewriter, ArrayRef<int64_t>(shape), element,
                                   MemRefLayoutAttrInterface(), Attribute());
  });
  functions.add("UnrankedTensorType::get",
                [](PatternRewriter &rewriter, Type element) {
                  return makeChecked<UnrankedTensorType>(rewriter, element);
                });
}

/// The attribute, if the type has numbers.
static std::optional<IntegerAttr> makeInteger(Type type, int64_t value) {
  if (!isa<IntegerType, IndexType>(type))
    return std::nullopt;
  return IntegerAttr::get(type, value);
}

/// Whether there is a list of elements of this type.
static bool hasElements(Type type) {
  return isa<RankedTensorType, VectorType>(type) &&
         cast<ShapedType>(type).hasStaticShape() &&
         getElementTypeOrSelf(type).isIntOrIndexOrFloat();
}

static void addBuiltScalars(CodeFunctions &functions) {
  GETTER(getUnitAttr);
  GETTER_OF(getBoolAttr, bool);
  GETTER_OF(getStringAttr, StringRef);
  GETTER_OF(getIndexAttr, int64_t);
  GETTER_OF(getI8IntegerAttr, int8_t);
  // MLIR's own function extends the sign of a negative number beyond 16 bits. With
  // assertions, it fails; without them, the attribute is unequal to its own text.
  functions.add("Builder.getI16IntegerAttr",
                [](PatternRewriter &rewriter, int16_t value) {
                  return IntegerAttr::get(rewriter.getI16Type(), value);
                });
  GETTER_OF(getI32IntegerAttr, int32_t);
  GETTER_OF(getI64IntegerAttr, int64_t);
  GETTER_OF(getSI32IntegerAttr, int32_t);
  GETTER_OF(getUI32IntegerAttr, uint32_t);
  GETTER_OF(getF64FloatAttr, double);
  functions.add("Builder.getF32FloatAttr",
                [](PatternRewriter &rewriter, double value) {
                  return rewriter.getF32FloatAttr(static_cast<float>(value));
                });
  for (StringRef name : {"Builder.getIntegerAttr", "IntegerAttr::get"}) {
    functions.add(name, [](Type type, int64_t value) {
      return makeInteger(type, value);
    });
    functions.add(name,
                  [](Type type, APInt value) -> std::optional<IntegerAttr> {
                    auto integer = dyn_cast<IntegerType>(type);
                    unsigned width = integer ? integer.getWidth() : 64;
                    if (!type.isIntOrIndex() || width != value.getBitWidth())
                      return std::nullopt;
                    return IntegerAttr::get(type, value);
                  });
  }
  for (StringRef name : {"Builder.getFloatAttr", "FloatAttr::get"}) {
    functions.add(name,
                  [](Type type, double value) -> std::optional<FloatAttr> {
                    if (!isa<FloatType>(type))
                      return std::nullopt;
                    return FloatAttr::get(type, value);
                  });
    functions.add(
        name, [](Type type, APFloat value) -> std::optional<FloatAttr> {
          auto real = dyn_cast<FloatType>(type);
          if (!real || &real.getFloatSemantics() != &value.getSemantics())
            return std::nullopt;
          return FloatAttr::get(type, value);
        });
  }
  functions.add("BoolAttr::get", [](PatternRewriter &rewriter, bool value) {
    return rewriter.getBoolAttr(value);
  });
  functions.add("UnitAttr::get", [](PatternRewriter &rewriter) {
    return rewriter.getUnitAttr();
  });
  functions.add("StringAttr::get",
                [](PatternRewriter &rewriter, StringRef value) {
                  return rewriter.getStringAttr(value);
                });
  functions.add("TypeAttr::get", [](Type type) { return TypeAttr::get(type); });
  functions.add("FlatSymbolRefAttr::get",
                [](PatternRewriter &rewriter, StringRef name) {
                  return FlatSymbolRefAttr::get(rewriter.getContext(), name);
                });
}

static void addBuiltCollections(CodeFunctions &functions) {
  GETTER_OF(getArrayAttr, SmallVector<Attribute>);
  GETTER_OF(getI32ArrayAttr, SmallVector<int32_t>);
  GETTER_OF(getI64ArrayAttr, SmallVector<int64_t>);
  GETTER_OF(getIndexArrayAttr, SmallVector<int64_t>);
  GETTER_OF(getDenseI32ArrayAttr, SmallVector<int32_t>);
  GETTER_OF(getDenseI64ArrayAttr, SmallVector<int64_t>);
  GETTER_OF(getTypeArrayAttr, SmallVector<Type>);
  functions.add("ArrayAttr::get",
                [](PatternRewriter &rewriter, SmallVector<Attribute> elements) {
                  return rewriter.getArrayAttr(elements);
                });
  functions.add(
      "Builder.getZeroAttr",
      [](PatternRewriter &rewriter, Type type) -> std::optional<Attribute> {
        if (isa<ShapedType>(type) && !hasElements(type))
          return std::nullopt;
        return rewriter.getZeroAttr(type);
      });
  functions.add(
      "Builder.getOneAttr",
      [](PatternRewriter &rewriter, Type type) -> std::optional<Attribute> {
        if (isa<ShapedType>(type) && !hasElements(type))
          return std::nullopt;
        return rewriter.getOneAttr(type);
      });
  GETTER(getUnknownLoc);
  functions.add("Builder.getFusedLoc",
                [](PatternRewriter &rewriter, SmallVector<Location> locations) {
                  return rewriter.getFusedLoc(locations);
                });
}

static void addBuiltElements(CodeFunctions &functions) {
  // The elements are numbers of the element type.
  functions.add(
      "DenseElementsAttr::get",
      [](ShapedType type,
         SmallVector<Attribute> elements) -> std::optional<DenseElementsAttr> {
        auto isElement = [&](Attribute element) {
          auto typed = dyn_cast<TypedAttr>(element);
          return typed && typed.getType() == type.getElementType();
        };
        size_t count = elements.size();
        if (!hasElements(type) || !llvm::all_of(elements, isElement) ||
            (count != 1 &&
             static_cast<int64_t>(count) != type.getNumElements()))
          return std::nullopt;
        return DenseElementsAttr::get(type, elements);
      });
}

void pdll::addBuilderFunctions(CodeFunctions &functions) {
  addTypes(functions);
  addShapedTypes(functions);
  addBuiltScalars(functions);
  addBuiltCollections(functions);
  addBuiltElements(functions);
}
