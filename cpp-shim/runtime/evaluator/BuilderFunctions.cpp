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
#define MADE(CLASS)                                                            \
  functions.add(#CLASS "::get", [](PatternRewriter &rewriter) {                \
    return CLASS::get(rewriter.getContext());                                  \
  })
  MADE(IndexType);
  MADE(NoneType);
  MADE(Float16Type);
  MADE(BFloat16Type);
  MADE(Float32Type);
  MADE(Float64Type);
#undef MADE
  using Signedness = IntegerType::SignednessSemantics;
  functions.add("IntegerType::get",
                [](PatternRewriter &rewriter, unsigned width,
                   Signedness sign) -> std::optional<IntegerType> {
                  if (width > IntegerType::kMaxWidth)
                    return std::nullopt;
                  return IntegerType::get(rewriter.getContext(), width, sign);
                });
  functions.add("IntegerType::Signless", [] { return IntegerType::Signless; });
  functions.add("IntegerType::Signed", [] { return IntegerType::Signed; });
  functions.add("IntegerType::Unsigned", [] { return IntegerType::Unsigned; });
  functions.add("ComplexType::get", [](Type element) {
    return element.isIntOrFloat() ? std::optional(ComplexType::get(element))
                                  : std::nullopt;
  });
  for (StringRef name : {"TupleType::get", "Builder.getTupleType"})
    functions.add(name, [](PatternRewriter &rewriter, SmallVector<Type> types) {
      return TupleType::get(rewriter.getContext(), types);
    });
  for (StringRef name : {"FunctionType::get", "Builder.getFunctionType"})
    functions.add(name, [](PatternRewriter &rewriter, SmallVector<Type> inputs,
                           SmallVector<Type> results) {
      return FunctionType::get(rewriter.getContext(), inputs, results);
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
  GETTER_OF(getF32FloatAttr, float);
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
  for (StringRef name : {"FlatSymbolRefAttr::get", "SymbolRefAttr::get"})
    functions.add(name, [](PatternRewriter &rewriter, StringRef symbol) {
      return FlatSymbolRefAttr::get(rewriter.getContext(), symbol);
    });
}

static void addBuiltCollections(CodeFunctions &functions) {
  GETTER_OF(getArrayAttr, SmallVector<Attribute>);
  GETTER_OF(getI32ArrayAttr, SmallVector<int32_t>);
  GETTER_OF(getI64ArrayAttr, SmallVector<int64_t>);
  GETTER_OF(getIndexArrayAttr, SmallVector<int64_t>);
#define ARRAY(NAME, ELEMENT)                                                   \
  for (StringRef name : {"Builder.getDense" #NAME "ArrayAttr",                 \
                         "Dense" #NAME "ArrayAttr::get"})                      \
  functions.add(name,                                                          \
                [](PatternRewriter &rewriter, SmallVector<ELEMENT> elements) { \
                  return Dense##NAME##ArrayAttr::get(rewriter.getContext(),    \
                                                     elements);                \
                })
  ARRAY(Bool, bool);
  ARRAY(I8, int8_t);
  ARRAY(I16, int16_t);
  ARRAY(I32, int32_t);
  ARRAY(I64, int64_t);
  ARRAY(F32, float);
  ARRAY(F64, double);
#undef ARRAY
  GETTER_OF(getBoolArrayAttr, SmallVector<bool>);
  GETTER_OF(getF32ArrayAttr, SmallVector<float>);
  GETTER_OF(getF64ArrayAttr, SmallVector<double>);
  GETTER_OF(getStrArrayAttr, SmallVector<StringRef>);
  GETTER_OF(getTypeArrayAttr, SmallVector<Type>);
  // Bodies have no attributes with names, so that the list is empty.
  functions.add("Builder.getDictionaryAttr",
                [](PatternRewriter &rewriter, SmallVector<Attribute> elements)
                    -> std::optional<DictionaryAttr> {
                  if (!elements.empty())
                    return std::nullopt;
                  return rewriter.getDictionaryAttr({});
                });
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
  functions.add("Builder.notifyMatchFailure",
                [](PatternRewriter &rewriter, Operation *op, StringRef reason) {
                  return rewriter.notifyMatchFailure(op, reason);
                });
  functions.add("Builder.notifyMatchFailure",
                [](PatternRewriter &rewriter, Location loc, StringRef reason) {
                  return rewriter.notifyMatchFailure(loc, reason);
                });
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

/// The elements, which are numbers of one or as many as the type has.
template <typename Number>
static std::optional<DenseElementsAttr>
makeElements(ShapedType type, SmallVector<Number> numbers) {
  auto count = static_cast<int64_t>(numbers.size());
  if (!hasElements(type) || (count != 1 && count != type.getNumElements()))
    return std::nullopt;
  Type element = type.getElementType();
  if constexpr (std::is_integral_v<Number>) {
    unsigned width = std::is_same_v<Number, bool> ? 1 : sizeof(Number) * 8;
    bool isIndex = element.isIndex() && sizeof(Number) == 8;
    if (!isIndex && !element.isInteger(width))
      return std::nullopt;
  } else {
    if (!element.isF32() && sizeof(Number) == 4)
      return std::nullopt;
    if (!element.isF64() && sizeof(Number) == 8)
      return std::nullopt;
  }
  return DenseElementsAttr::get(type, ArrayRef<Number>(numbers));
}

static void addBuiltNumbers(CodeFunctions &functions) {
  for (StringRef get : {"DenseElementsAttr::get", "DenseIntElementsAttr::get"}) {
    functions.add(get, makeElements<bool>);
    functions.add(get, makeElements<int8_t>);
    functions.add(get, makeElements<int16_t>);
    functions.add(get, makeElements<int32_t>);
    functions.add(get, makeElements<int64_t>);
    functions.add(get, makeElements<uint32_t>);
  }
  for (StringRef get : {"DenseElementsAttr::get", "DenseFPElementsAttr::get"}) {
    functions.add(get, makeElements<float>);
    functions.add(get, makeElements<double>);
  }
  functions.add("DenseElementsAttr::get",
                [](ShapedType type,
                   Attribute element) -> std::optional<DenseElementsAttr> {
                  auto typed = dyn_cast<TypedAttr>(element);
                  if (!hasElements(type) || !typed ||
                      typed.getType() != type.getElementType())
                    return std::nullopt;
                  return DenseElementsAttr::get(type, element);
                });
  functions.add("Builder.getI32TensorAttr",
                [](PatternRewriter &rewriter, SmallVector<int32_t> numbers) {
                  return rewriter.getI32TensorAttr(numbers);
                });
  functions.add("Builder.getI64TensorAttr",
                [](PatternRewriter &rewriter, SmallVector<int64_t> numbers) {
                  return rewriter.getI64TensorAttr(numbers);
                });
  functions.add("Builder.getIndexTensorAttr",
                [](PatternRewriter &rewriter, SmallVector<int64_t> numbers) {
                  return rewriter.getIndexTensorAttr(numbers);
                });
  functions.add("Builder.getI32VectorAttr",
                [](PatternRewriter &rewriter, SmallVector<int32_t> numbers) {
                  return numbers.empty()
                             ? std::nullopt
                             : std::optional(
                                   rewriter.getI32VectorAttr(numbers));
                });
  functions.add("Builder.getI64VectorAttr",
                [](PatternRewriter &rewriter, SmallVector<int64_t> numbers) {
                  return numbers.empty()
                             ? std::nullopt
                             : std::optional(
                                   rewriter.getI64VectorAttr(numbers));
                });
}

void pdll::addBuilderFunctions(CodeFunctions &functions) {
  addTypes(functions);
  addShapedTypes(functions);
  addBuiltScalars(functions);
  addBuiltCollections(functions);
  addBuiltElements(functions);
  addBuiltNumbers(functions);
}
