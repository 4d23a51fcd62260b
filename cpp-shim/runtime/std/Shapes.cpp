// Shapes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Shapes.h"
#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace pdll;

std::optional<SmallVector<int64_t>> pdll::getShape(ShapedType type) {
  if (!type.hasRank())
    return std::nullopt;
  auto sizes = llvm::to_vector(type.getShape());
  if (auto vector = dyn_cast<VectorType>(type))
    for (auto [size, isScalable] :
         llvm::zip_equal(sizes, vector.getScalableDims()))
      if (isScalable)
        size = ShapedType::kDynamic;
  return sizes;
}

SmallVector<int64_t> pdll::getSizes(DenseI64ArrayAttr shape) {
  return llvm::map_to_vector(shape.asArrayRef(), [](int64_t size) {
    return size < 0 ? ShapedType::kDynamic : size;
  });
}

bool pdll::isStatic(ShapedType type) {
  std::optional<SmallVector<int64_t>> sizes = getShape(type);
  return sizes && ShapedType::isStaticShape(*sizes);
}

IntegerAttr pdll::getNumElements(ShapedType type) {
  if (!isStatic(type))
    return {};
  // A shape with a zero may have sizes whose product does not fit.
  if (llvm::is_contained(type.getShape(), 0))
    return getIntegerAttr(type.getContext(), 0);
  int64_t product = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(product, size, product))
      return {};
  return getIntegerAttr(type.getContext(), product);
}

DenseI64ArrayAttr pdll::getShapeAttr(ShapedType type) {
  std::optional<SmallVector<int64_t>> sizes = getShape(type);
  return sizes ? DenseI64ArrayAttr::get(type.getContext(), *sizes)
               : DenseI64ArrayAttr();
}

/// The index of a dimension, if `type` has that dimension.
static std::optional<int64_t> getDim(Type type, IntegerAttr dim) {
  auto shaped = dyn_cast<ShapedType>(type);
  std::optional<int64_t> number = getInt64(dim);
  if (!shaped || !shaped.hasRank() || !number || *number < 0 ||
      *number >= shaped.getRank())
    return std::nullopt;
  return number;
}

IntegerAttr pdll::getStaticSize(Type type, IntegerAttr dim) {
  std::optional<int64_t> number = getDim(type, dim);
  if (!number)
    return {};
  int64_t size = (*getShape(cast<ShapedType>(type)))[*number];
  return ShapedType::isDynamic(size)
             ? IntegerAttr()
             : getIntegerAttr(type.getContext(), size);
}

static void addShapeQuestions(Natives &natives) {
  addConstraint(natives, "IsRanked",
                [](ShapedType type) { return type.hasRank(); });
  addConstraint(natives, "HasRank", [](ShapedType type, IntegerAttr rank) {
    return type.hasRank() && getInt64(rank) == type.getRank();
  });
  addConstraint(natives, "GetRank", [](ShapedType type) -> IntegerAttr {
    if (!type.hasRank())
      return {};
    return getIntegerAttr(type.getContext(), type.getRank());
  });
  addConstraint(natives, "HasStaticShape", isStatic);
  addConstraint(natives, "GetShape", getShapeAttr);
  addConstraint(natives, "GetNumElements", getNumElements);
  addConstraint(natives, "SameShape", [](ShapedType a, ShapedType b) {
    return isStatic(a) && isStatic(b) && a.getShape() == b.getShape();
  });
  addConstraint(natives, "CompatibleShapes", [](ShapedType a, ShapedType b) {
    std::optional<SmallVector<int64_t>> left = getShape(a), right = getShape(b);
    return !left || !right || succeeded(verifyCompatibleShape(*left, *right));
  });
}

static void addDimensionQuestions(Natives &natives) {
  addConstraint(natives, "IsDynamicDim", [](Type type, IntegerAttr dim) {
    return getDim(type, dim) && !getStaticSize(type, dim);
  });
  addConstraint(natives, "GetDim", getStaticSize);
  addConstraint(natives, "DimEquals",
                [](Type type, IntegerAttr dim, IntegerAttr size) {
                  IntegerAttr known = getStaticSize(type, dim);
                  return known && compareIntegers(known, size) == 0;
                });
  addConstraint(natives, "DimIsMultipleOf",
                [](Type type, IntegerAttr dim, IntegerAttr divisor) {
                  IntegerAttr size = getStaticSize(type, dim);
                  return size && getNumber(divisor).isStrictlyPositive() &&
                         isMultiple(size, divisor);
                });
  addConstraint(
      natives, "DimInRange",
      [](Type type, IntegerAttr dim, IntegerAttr min, IntegerAttr max) {
        IntegerAttr size = getStaticSize(type, dim);
        return size && isInRange(size, min, max);
      });
}

// The following functions analyse the program to learn about dynamic sizes.

using Bounds = ValueBoundsConstraintSet;

/// The index of a dimension of a tensor or memref. Vectors are excluded because
/// MLIR's analysis takes the sizes of scalable dimensions as known.
static std::optional<int64_t> getBoundedDim(Value value, IntegerAttr dim) {
  if (!isa<TensorType, BaseMemRefType>(value.getType()))
    return std::nullopt;
  return getDim(value.getType(), dim);
}

/// The size of a dimension. One in the type is a number for MLIR's analysis, too, which
/// takes the value of a constant tensor for each of its sizes.
static Bounds::Variable getSize(Value value, int64_t dim) {
  auto shaped = cast<ShapedType>(value.getType());
  if (shaped.isDynamicDim(dim))
    return Bounds::Variable(value, dim);
  auto index = IndexType::get(value.getContext());
  return Bounds::Variable(IntegerAttr::get(index, shaped.getDimSize(dim)));
}

static bool isKnownMultiple(Value value, IntegerAttr dim, IntegerAttr divisor) {
  std::optional<int64_t> number = getBoundedDim(value, dim);
  std::optional<int64_t> by = getInt64(divisor);
  if (!number || !by || *by <= 0)
    return false;
  MLIRContext *context = value.getContext();
  AffineExpr rest = getAffineSymbolExpr(0, context) % *by;
  Bounds::Variable size = getSize(value, *number);
  Bounds::Variable remainder(
      AffineMap::get(/*dimCount=*/0, /*symbolCount=*/1, rest),
      ArrayRef<Bounds::Variable>(size));
  OpFoldResult zero =
      IntegerAttr::get(IndexType::get(context), static_cast<int64_t>(0));
  FailureOr<bool> isZero = Bounds::areEqual(remainder, zero);
  return succeeded(isZero) && *isZero;
}

namespace {
/// Upper bounds that can be reached. This is a truth value before LLVM 23, and
/// the first of several options since.
struct ClosedUpperBound {
  template <typename Options> operator Options() const {
    return Options{true};
  }
};
} // namespace

static bool isKnownInRange(Value value, IntegerAttr dim, IntegerAttr min,
                           IntegerAttr max) {
  std::optional<int64_t> number = getBoundedDim(value, dim);
  if (!number)
    return false;
  auto asInteger = [&](int64_t bound) {
    return getIntegerAttr(value.getContext(), bound);
  };
  Bounds::Variable size = getSize(value, *number);
  FailureOr<int64_t> least =
      Bounds::computeConstantBound(presburger::BoundType::LB, size);
  if (failed(least) || compareIntegers(min, asInteger(*least)) > 0)
    return false;
  FailureOr<int64_t> most =
      Bounds::computeConstantBound(presburger::BoundType::UB, size,
                                   /*stopCondition=*/nullptr,
                                   ClosedUpperBound());
  return succeeded(most) && compareIntegers(asInteger(*most), max) <= 0;
}

static bool areKnownEqual(Value left, IntegerAttr leftDim, Value right,
                          IntegerAttr rightDim) {
  std::optional<int64_t> first = getBoundedDim(left, leftDim);
  std::optional<int64_t> second = getBoundedDim(right, rightDim);
  if (!first || !second)
    return false;
  FailureOr<bool> equal = Bounds::areEqual(getSize(left, *first), getSize(right, *second));
  return succeeded(equal) && *equal;
}

void pdll::addShapeFunctions(Natives &natives) {
  addShapeQuestions(natives);
  addDimensionQuestions(natives);
  addConstraint(natives, "ValueDimIsMultipleOf", isKnownMultiple);
  addConstraint(natives, "ValueDimInRange", isKnownInRange);
  addConstraint(natives, "ValueDimsEqual", areKnownEqual);
}
