// Helpers of MLIR's own sources that rules call, whose meaning is well known.
// Rules of other files may have functions of these names that do something
// else.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace pdll;

/// The value of an integer, or the only one of elements that are equal.
static FailureOr<APInt> getIntOrSplat(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue();
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  if (elements && elements.isSplat() &&
      elements.getElementType().isIntOrIndex())
    return elements.getSplatValue<APInt>();
  return failure();
}

/// An attribute of the type of `result` with the combination of two constants.
/// Nothing if they are not integers of one width, or two different lists.
template <typename Combine>
static std::optional<Attribute> combine(Value result, Attribute a, Attribute b,
                                        Combine combine) {
  FailureOr<APInt> left = getIntOrSplat(a), right = getIntOrSplat(b);
  Type type = result.getType();
  Type element = getElementTypeOrSelf(type);
  if (failed(left) || failed(right) || !element.isIntOrIndex() ||
      left->getBitWidth() != right->getBitWidth())
    return std::nullopt;
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (width != left->getBitWidth())
    return std::nullopt;
  auto number = IntegerAttr::get(element, combine(*left, *right));
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return number;
  if (!isa<RankedTensorType, VectorType>(type) || !shaped.hasStaticShape())
    return std::nullopt;
  return DenseElementsAttr::get(shaped, Attribute(number));
}

/// Adds a function that code around `ArithCanonicalization.td` has.
template <typename Function>
static void addHelper(CodeFunctions &functions, StringRef name,
                      Function function) {
  functions.add(("ArithCanonicalization.td/" + name).str(), function);
}

static void addArithmetic(CodeFunctions &functions) {
  addHelper(
      functions, "addIntegerAttrs", [](Value result, Attribute a, Attribute b) {
        return combine(result, a, b, [](APInt x, APInt y) { return x + y; });
      });
  addHelper(
      functions, "subIntegerAttrs", [](Value result, Attribute a, Attribute b) {
        return combine(result, a, b, [](APInt x, APInt y) { return x - y; });
      });
  addHelper(
      functions, "mulIntegerAttrs", [](Value result, Attribute a, Attribute b) {
        return combine(result, a, b, [](APInt x, APInt y) { return x * y; });
      });
  addHelper(functions, "getIntOrSplatIntValue",
            [](Attribute attribute) { return getIntOrSplat(attribute); });
  auto getWidth = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return static_cast<int64_t>(
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0);
  };
  addHelper(functions, "getScalarOrElementWidth", getWidth);
  addHelper(functions, "getScalarOrElementWidth",
            [getWidth](Value value) { return getWidth(value.getType()); });
  addHelper(
      functions, "mergeOverflowFlags",
      [](arith::IntegerOverflowFlagsAttr a, arith::IntegerOverflowFlagsAttr b) {
        return arith::IntegerOverflowFlagsAttr::get(
            a.getContext(), a.getValue() & b.getValue());
      });
  addHelper(functions, "invertPredicate",
            [](arith::CmpIPredicateAttr predicate) {
              return arith::CmpIPredicateAttr::get(
                  predicate.getContext(),
                  arith::invertPredicate(predicate.getValue()));
            });
}

void pdll::addHelperFunctions(CodeFunctions &functions) {
  addArithmetic(functions);
}
