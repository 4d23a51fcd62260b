// Shapes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace pdll;

/// The number of a dimension that `type` has.
static std::optional<int64_t> getDim(Type type, IntegerAttr dim) {
  auto shaped = dyn_cast<ShapedType>(type);
  std::optional<int64_t> number = getInt64(dim);
  if (!shaped || !shaped.hasRank() || !number || *number < 0 ||
      *number >= shaped.getRank())
    return std::nullopt;
  return number;
}

/// The size of a dimension, ShapedType::kDynamic if it is not known. That of a
/// scalable vector is a multiple of what its type says.
static int64_t getSize(ShapedType type, int64_t dim) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector && vector.getScalableDims()[dim])
    return ShapedType::kDynamic;
  return type.getDimSize(dim);
}

static std::optional<int64_t> getStaticSize(Type type, IntegerAttr dim) {
  std::optional<int64_t> number = getDim(type, dim);
  if (!number)
    return std::nullopt;
  int64_t size = getSize(cast<ShapedType>(type), *number);
  return ShapedType::isDynamic(size) ? std::nullopt : std::optional(size);
}

/// The sizes of a shape with a rank.
static std::optional<SmallVector<int64_t>> getSizes(ShapedType type) {
  if (!type.hasRank())
    return std::nullopt;
  SmallVector<int64_t> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(getSize(type, dim));
  return sizes;
}

static bool isStatic(ShapedType type) {
  std::optional<SmallVector<int64_t>> sizes = getSizes(type);
  return sizes && ShapedType::isStaticShape(*sizes);
}

/// Null if the number is not known, or too large.
static IntegerAttr getNumElements(ShapedType type) {
  if (!isStatic(type))
    return {};
  int64_t product = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(product, size, product))
      return {};
  return getIntegerAttr(type.getContext(), product);
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
  addConstraint(natives, "GetShape", [](ShapedType type) -> Attribute {
    std::optional<SmallVector<int64_t>> sizes = getSizes(type);
    if (!sizes)
      return {};
    return DenseI64ArrayAttr::get(type.getContext(), *sizes);
  });
  addConstraint(natives, "GetNumElements", getNumElements);
  addConstraint(natives, "SameShape", [](ShapedType a, ShapedType b) {
    return isStatic(a) && isStatic(b) && a.getShape() == b.getShape();
  });
  addConstraint(natives, "CompatibleShapes", [](ShapedType a, ShapedType b) {
    std::optional<SmallVector<int64_t>> left = getSizes(a), right = getSizes(b);
    return !left || !right || succeeded(verifyCompatibleShape(*left, *right));
  });
}

static void addDimensionQuestions(Natives &natives) {
  addConstraint(natives, "IsDynamicDim", [](Type type, IntegerAttr dim) {
    return getDim(type, dim) && !getStaticSize(type, dim);
  });
  addConstraint(natives, "GetDim",
                [](Type type, IntegerAttr dim) -> IntegerAttr {
                  std::optional<int64_t> size = getStaticSize(type, dim);
                  if (!size)
                    return {};
                  return getIntegerAttr(type.getContext(), *size);
                });
  addConstraint(natives, "DimEquals",
                [](Type type, IntegerAttr dim, IntegerAttr size) {
                  std::optional<int64_t> known = getStaticSize(type, dim);
                  return known && known == getInt64(size);
                });
  addConstraint(natives, "DimIsMultipleOf",
                [](Type type, IntegerAttr dim, IntegerAttr divisor) {
                  std::optional<int64_t> size = getStaticSize(type, dim);
                  std::optional<int64_t> number = getInt64(divisor);
                  return size && number && *number > 0 && *size % *number == 0;
                });
  addConstraint(
      natives, "DimInRange",
      [](Type type, IntegerAttr dim, IntegerAttr min, IntegerAttr max) {
        std::optional<int64_t> size = getStaticSize(type, dim);
        std::optional<int64_t> low = getInt64(min);
        std::optional<int64_t> high = getInt64(max);
        return size && low && high && *low <= *size && *size <= *high;
      });
}

// What can be found out about sizes that only the program knows.

using Bounds = ValueBoundsConstraintSet;

/// The dimension of a tensor or memref. MLIR would take the sizes of scalable
/// vectors for known.
static std::optional<int64_t> getBoundedDim(Value value, IntegerAttr dim) {
  if (!isa<TensorType, BaseMemRefType>(value.getType()))
    return std::nullopt;
  return getDim(value.getType(), dim);
}

static bool isKnownMultiple(Value value, IntegerAttr dim, IntegerAttr divisor) {
  std::optional<int64_t> number = getBoundedDim(value, dim);
  std::optional<int64_t> by = getInt64(divisor);
  if (!number || !by || *by <= 0)
    return false;
  MLIRContext *context = value.getContext();
  AffineExpr rest = getAffineSymbolExpr(0, context) % *by;
  Bounds::Variable size(value, *number);
  Bounds::Variable remainder(
      AffineMap::get(/*dimCount=*/0, /*symbolCount=*/1, rest),
      ArrayRef<Bounds::Variable>(size));
  OpFoldResult zero =
      IntegerAttr::get(IndexType::get(context), static_cast<int64_t>(0));
  FailureOr<bool> isZero = Bounds::areEqual(remainder, zero);
  return succeeded(isZero) && *isZero;
}

static bool isKnownInRange(Value value, IntegerAttr dim, IntegerAttr min,
                           IntegerAttr max) {
  std::optional<int64_t> number = getBoundedDim(value, dim);
  std::optional<int64_t> low = getInt64(min), high = getInt64(max);
  if (!number || !low || !high)
    return false;
  Bounds::Variable size(value, *number);
  FailureOr<int64_t> least =
      Bounds::computeConstantBound(presburger::BoundType::LB, size);
  if (failed(least) || *least < *low)
    return false;
  FailureOr<int64_t> most =
      Bounds::computeConstantBound(presburger::BoundType::UB, size,
                                   /*stopCondition=*/nullptr,
                                   /*closedUB=*/true);
  return succeeded(most) && *most <= *high;
}

static bool areKnownEqual(Value left, IntegerAttr leftDim, Value right,
                          IntegerAttr rightDim) {
  std::optional<int64_t> first = getBoundedDim(left, leftDim);
  std::optional<int64_t> second = getBoundedDim(right, rightDim);
  if (!first || !second)
    return false;
  FailureOr<bool> equal = Bounds::areEqual(Bounds::Variable(left, *first),
                                           Bounds::Variable(right, *second));
  return succeeded(equal) && *equal;
}

void pdll::addShapeFunctions(Natives &natives) {
  addShapeQuestions(natives);
  addDimensionQuestions(natives);
  addConstraint(natives, "ValueDimIsMultipleOf", isKnownMultiple);
  addConstraint(natives, "ValueDimInRange", isKnownInRange);
  addConstraint(natives, "ValueDimsEqual", areKnownEqual);
}
