// Permutations of dimensions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

using Dims = SmallVector<int64_t>;

static std::optional<Dims> getIntegers(ArrayAttr list) {
  Dims dims;
  for (Attribute element : list) {
    auto number = dyn_cast<IntegerAttr>(element);
    std::optional<int64_t> dim = number ? getInt64(number) : std::nullopt;
    if (!dim)
      return std::nullopt;
    dims.push_back(*dim);
  }
  return dims;
}

/// The permutation that `list` is: one of each number below its length.
static std::optional<Dims> getPermutation(Attribute list) {
  auto fromTyped = [](auto array) -> std::optional<Dims> {
    return Dims(array.asArrayRef().begin(), array.asArrayRef().end());
  };
  std::optional<Dims> dims =
      llvm::TypeSwitch<Attribute, std::optional<Dims>>(list)
          .Case<DenseI32ArrayAttr, DenseI64ArrayAttr>(fromTyped)
          .Case<ArrayAttr>(getIntegers)
          .Default(std::nullopt);
  return dims && isPermutationVector(*dims) ? dims : std::nullopt;
}

/// The permutation as a list of the same kind as `like`, or null if an element
/// of that has a type that cannot represent the number in its place.
static Attribute makeLike(Attribute like, ArrayRef<int64_t> dims) {
  MLIRContext *context = like.getContext();
  if (isa<DenseI64ArrayAttr>(like))
    return DenseI64ArrayAttr::get(context, dims);
  if (isa<DenseI32ArrayAttr>(like))
    return DenseI32ArrayAttr::get(
        context, SmallVector<int32_t>(dims.begin(), dims.end()));
  SmallVector<Attribute> elements(dims.size());
  for (auto [dim, element] : llvm::zip_equal(dims, cast<ArrayAttr>(like))) {
    Type type = cast<IntegerAttr>(element).getType();
    IntegerAttr number = getIntegerAttr(type, llvm::APSInt::get(dim));
    if (!number)
      return {};
    elements[&dim - dims.begin()] = number;
  }
  return ArrayAttr::get(context, elements);
}

static Attribute invert(Attribute list) {
  std::optional<Dims> dims = getPermutation(list);
  return dims ? makeLike(list, invertPermutationVector(*dims)) : Attribute();
}

static Attribute compose(Attribute first, Attribute second) {
  std::optional<Dims> inner = getPermutation(first);
  std::optional<Dims> outer = getPermutation(second);
  if (!inner || !outer || inner->size() != outer->size())
    return {};
  return makeLike(first, applyPermutation(*inner, *outer));
}

void pdll::addPermutationFunctions(Natives &natives) {
  addConstraint(natives, "IsPermutation", [](Attribute list) {
    return getPermutation(list).has_value();
  });
  addConstraint(natives, "IsIdentityPermutation", [](Attribute list) {
    std::optional<Dims> dims = getPermutation(list);
    return dims && isIdentityPermutation(*dims);
  });
  addConstraint(natives, "InvertPermutation", invert);
  addConstraint(natives, "ComposePermutations", compose);
}
