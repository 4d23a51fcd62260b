// Predicates over types and numbers: what each captures from a type, and how it
// builds one.
//
// The constraint `NAME_capture` also checks, as does the rewrite `NAME_take`.
// The constraint `NAME_evaluate` and the rewrite `NAME_make` return null if
// there is no such type. A part of a type that may be missing is the unit
// attribute if it is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Captures.h"
#include "std/Numbers.h"
#include "std/Parts.h"
#include "std/Shapes.h"
#include "support/QuietVerifier.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pdll;

using Signedness = IntegerType::SignednessSemantics;

/// The type of class `T` with these parts, or null if it is not valid.
template <typename T, typename... Parts>
static Type getChecked(MLIRContext *context, Parts... parts) {
  Type result;
  catchDiagnostic(context, [&] {
    result = T::getChecked([&] { return emitError(UnknownLoc::get(context)); },
                           parts...);
    return success(!!result);
  });
  return result;
}

static IntegerAttr getSize(Type type, int64_t size) {
  return getIntegerAttr(type.getContext(), size);
}

static Attribute orUnit(Attribute part, Type whole) {
  return part ? part : UnitAttr::get(whole.getContext());
}

static Attribute orNull(Attribute part) {
  return isa<UnitAttr>(part) ? Attribute() : part;
}

/// The numbers in the text of a type, also those of scalable dimensions.
static DenseI64ArrayAttr getWrittenSizes(ShapedType type) {
  return DenseI64ArrayAttr::get(type.getContext(), type.getShape());
}

static Type makeInteger(IntegerAttr width, Signedness signedness) {
  std::optional<int64_t> bits = getInt64(width);
  if (!bits || *bits < 0 || *bits > IntegerType::kMaxWidth)
    return {};
  return IntegerType::get(width.getContext(), *bits, signedness);
}

static void addIntegerType(Natives &natives, StringRef name,
                           Signedness signedness) {
  addCapture(natives, name, [signedness](IntegerType type) -> IntegerAttr {
    if (type.getSignedness() != signedness)
      return {};
    return getSize(type, type.getWidth());
  });
  addEvaluation(natives, name, [signedness](IntegerAttr width) {
    return makeInteger(width, signedness);
  });
}

static void addScalars(Natives &natives) {
  addIntegerType(natives, "IntegerType", Signedness::Signless);
  addIntegerType(natives, "SignedIntegerType", Signedness::Signed);
  addIntegerType(natives, "UnsignedIntegerType", Signedness::Unsigned);
  addCapture(natives, "AnyIntegerType",
             [](IntegerType type) { return getSize(type, type.getWidth()); });
  addCapture(natives, "FloatType",
             [](FloatType type) { return getSize(type, type.getWidth()); });
  addCapture(natives, "IntOrFloatType", [](Type type) -> IntegerAttr {
    if (!type.isIntOrFloat())
      return {};
    return getSize(type, type.getIntOrFloatBitWidth());
  });
  addConstraint(natives, "IntOrIndex_check",
                [](Type type) { return type.isIntOrIndex(); });
  addCapture(natives, "ComplexType",
             [](ComplexType type) { return type.getElementType(); });
  addEvaluation(natives, "ComplexType", [](Type element) {
    return getChecked<ComplexType>(element.getContext(), element);
  });
}

using ElementAndCount = FailureOr<std::tuple<Type, IntegerAttr>>;

static void addVectorOfOneDimension(Natives &natives, StringRef name,
                                    bool isScalable) {
  addCapture(natives, name, [isScalable](VectorType type) -> ElementAndCount {
    if (type.getRank() != 1 || type.isScalable() != isScalable)
      return failure();
    return std::tuple<Type, IntegerAttr>(type.getElementType(),
                                         getSize(type, type.getDimSize(0)));
  });
  addEvaluation(
      natives, name, [isScalable](Type element, IntegerAttr count) -> Type {
        std::optional<int64_t> size = getInt64(count);
        if (!size || *size < 1)
          return {};
        return getChecked<VectorType>(element.getContext(),
                                      ArrayRef<int64_t>(*size), element,
                                      ArrayRef<bool>(isScalable));
      });
}

static void addVectors(Natives &natives) {
  addVectorOfOneDimension(natives, "FixedVectorType", false);
  addVectorOfOneDimension(natives, "ScalableVectorType", true);
  addCapture(natives, "VectorType", [](VectorType type) {
    return std::tuple<Type, Attribute, Attribute>(
        type.getElementType(), getWrittenSizes(type),
        DenseBoolArrayAttr::get(type.getContext(), type.getScalableDims()));
  });
  addEvaluation(natives, "VectorType",
                [](Type element, DenseI64ArrayAttr shape,
                   DenseBoolArrayAttr scalable) -> Type {
                  if (shape.size() != scalable.size())
                    return {};
                  return getChecked<VectorType>(element.getContext(),
                                                shape.asArrayRef(), element,
                                                scalable.asArrayRef());
                });
}

static void addTensors(Natives &natives) {
  addCapture(natives, "RankedTensorType", [](RankedTensorType type) {
    return std::tuple<Type, Attribute, Attribute>(
        type.getElementType(), getWrittenSizes(type),
        orUnit(type.getEncoding(), type));
  });
  addEvaluation(natives, "RankedTensorType",
                [](Type element, DenseI64ArrayAttr shape, Attribute encoding) {
                  return getChecked<RankedTensorType>(
                      element.getContext(), ArrayRef<int64_t>(getSizes(shape)),
                      element, orNull(encoding));
                });
  addCapture(natives, "UnrankedTensorType",
             [](UnrankedTensorType type) { return type.getElementType(); });
  addEvaluation(natives, "UnrankedTensorType", [](Type element) {
    return getChecked<UnrankedTensorType>(element.getContext(), element);
  });
  addCapture(natives, "TensorType",
             [](TensorType type) { return type.getElementType(); });
}

static void addMemRefs(Natives &natives) {
  addCapture(natives, "MemRefType", [](MemRefType type) {
    return std::tuple<Type, Attribute, Attribute, Attribute>(
        type.getElementType(), getWrittenSizes(type), type.getLayout(),
        orUnit(type.getMemorySpace(), type));
  });
  addEvaluation(natives, "MemRefType",
                [](Type element, DenseI64ArrayAttr shape, Attribute layout,
                   Attribute space) -> Type {
                  auto map =
                      dyn_cast_if_present<MemRefLayoutAttrInterface>(layout);
                  if (!map && !isa<UnitAttr>(layout))
                    return {};
                  return getChecked<MemRefType>(
                      element.getContext(), ArrayRef<int64_t>(getSizes(shape)),
                      element, map, orNull(space));
                });
  addCapture(natives, "UnrankedMemRefType", [](UnrankedMemRefType type) {
    return std::tuple<Type, Attribute>(type.getElementType(),
                                       orUnit(type.getMemorySpace(), type));
  });
  addEvaluation(natives, "UnrankedMemRefType",
                [](Type element, Attribute space) {
                  return getChecked<UnrankedMemRefType>(element.getContext(),
                                                        element, orNull(space));
                });
  addCapture(natives, "BaseMemRefType", [](BaseMemRefType type) {
    return std::tuple<Type, Attribute>(type.getElementType(),
                                       orUnit(type.getMemorySpace(), type));
  });
}

/// Whether there are types of the kind of `base` with these elements.
static bool canHaveElements(Type base, Type element) {
  if (isa<VectorType>(base))
    return VectorType::isValidElementType(element);
  if (isa<TensorType>(base))
    return TensorType::isValidElementType(element);
  if (isa<BaseMemRefType>(base))
    return BaseMemRefType::isValidElementType(element);
  return true;
}

/// The type `base` with other elements, or null if there is none. A type that
/// is not shaped is its own element type.
static Type withElementType(Type base, Type element) {
  auto shaped = dyn_cast<ShapedType>(base);
  if (!shaped)
    return element;
  return canHaveElements(base, element) ? shaped.clone(element) : Type();
}

static ArrayRef<bool> getScalableDims(ShapedType type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable() ? vector.getScalableDims()
                                       : ArrayRef<bool>();
}

static void addRelations(Natives &natives) {
  addCapture(natives, "LikeType", [](Type type, Type base) -> Type {
    Type element = getElementTypeOrSelf(type);
    return withElementType(base, element) == type ? element : Type();
  });
  addEvaluation(natives, "LikeType", withElementType);
  addConstraint(natives, "SameSizes_check", [](ShapedType a, ShapedType b) {
    return a.hasRank() && b.hasRank() && a.getShape() == b.getShape() &&
           getScalableDims(a) == getScalableDims(b);
  });
}

static ArrayAttr getTypes(MLIRContext *context, TypeRange types) {
  return ArrayAttr::get(context, llvm::map_to_vector(types, [](Type type) {
                          return Attribute(TypeAttr::get(type));
                        }));
}

/// The types in an array, or failure if it holds something else.
static FailureOr<SmallVector<Type>> getTypes(ArrayAttr array) {
  SmallVector<Type> types;
  for (Attribute element : array) {
    auto type = dyn_cast<TypeAttr>(element);
    if (!type)
      return failure();
    types.push_back(type.getValue());
  }
  return types;
}

static void addLists(Natives &natives) {
  addCapture(natives, "FunctionType", [](FunctionType type) {
    return std::tuple<Attribute, Attribute>(
        getTypes(type.getContext(), type.getInputs()),
        getTypes(type.getContext(), type.getResults()));
  });
  addEvaluation(natives, "FunctionType",
                [](ArrayAttr inputs, ArrayAttr results) -> Type {
                  auto from = getTypes(inputs), to = getTypes(results);
                  if (failed(from) || failed(to))
                    return {};
                  return FunctionType::get(inputs.getContext(), *from, *to);
                });
  addCapture(natives, "TupleType", [](TupleType type) {
    return getTypes(type.getContext(), type.getTypes());
  });
  addEvaluation(natives, "TupleType", [](ArrayAttr types) -> Type {
    auto elements = getTypes(types);
    if (failed(elements))
      return {};
    return TupleType::get(types.getContext(), *elements);
  });
  addCapture(natives, "OpaqueType", [](OpaqueType type) {
    return std::tuple<Attribute, Attribute>(
        type.getDialectNamespace(),
        StringAttr::get(type.getContext(), type.getTypeData()));
  });
  addEvaluation(natives, "OpaqueType", [](StringAttr dialect, StringAttr data) {
    return getChecked<OpaqueType>(dialect.getContext(), dialect,
                                  data.getValue());
  });
}

static void addShapes(Natives &natives) {
  addCapture(natives, "ShapedType",
             [](ShapedType type) { return type.getElementType(); });
  addCapture(natives, "ElementTypeOrSelf",
             [](Type type) { return getElementTypeOrSelf(type); });
  addCapture(natives, "Shape", getShapeAttr);
  addCapture(natives, "Rank", [](ShapedType type) -> IntegerAttr {
    return type.hasRank() ? getSize(type, type.getRank()) : IntegerAttr();
  });
  addConstraint(natives, "StaticShape_check", isStatic);
  addCapture(natives, "NumElements", getNumElements);
  addCapture(natives, "DimSize", getStaticSize);
}

/// A comparison of two integers, by whether the first one is less, equal or
/// greater.
static void addComparison(Natives &natives, StringRef name,
                          bool (*holds)(int order)) {
  addConstraint(natives, (name + "_check").str(),
                [holds](IntegerAttr lhs, IntegerAttr rhs) {
                  return holds(compareIntegers(lhs, rhs));
                });
}

static void addArithmetic(Natives &natives, StringRef name,
                          IntegerAttr (*compute)(IntegerAttr, IntegerAttr)) {
  addEvaluation(natives, name, compute);
  addConstraint(natives, (name + "_check").str(),
                [compute](IntegerAttr self, IntegerAttr lhs, IntegerAttr rhs) {
                  IntegerAttr result = compute(lhs, rhs);
                  return result && compareIntegers(self, result) == 0;
                });
}

static void addIntegerPredicates(Natives &natives) {
  addComparison(natives, "ne", [](int order) { return order != 0; });
  addComparison(natives, "lt", [](int order) { return order < 0; });
  addComparison(natives, "le", [](int order) { return order <= 0; });
  addComparison(natives, "gt", [](int order) { return order > 0; });
  addComparison(natives, "ge", [](int order) { return order >= 0; });
  addArithmetic(natives, "add", addIntegers);
  addArithmetic(natives, "sub", subtractIntegers);
  addArithmetic(natives, "mul", multiplyIntegers);
  addArithmetic(natives, "div", divideIntegers);
  addArithmetic(natives, "rem", getRemainder);
}

void pdll::addPredicates(Natives &natives) {
  addScalars(natives);
  addVectors(natives);
  addTensors(natives);
  addMemRefs(natives);
  addLists(natives);
  addRelations(natives);
  addShapes(natives);
  addIntegerPredicates(natives);
}
