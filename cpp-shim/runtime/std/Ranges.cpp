// Ranges of values and types.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"

using namespace mlir;
using namespace pdll;

static bool hasLength(size_t length, IntegerAttr expected) {
  std::optional<int64_t> number = getInt64(expected);
  return number && *number >= 0 && length == static_cast<uint64_t>(*number);
}

/// The element with that index. A negative index counts from the end.
template <typename Element, typename Range>
static FailureOr<Element> getElement(Range range, IntegerAttr index) {
  std::optional<int64_t> number = getInt64(index);
  int64_t size = range.size();
  if (!number || *number < -size || *number >= size)
    return failure();
  return Element(range[*number < 0 ? size + *number : *number]);
}

/// The `count` elements from `start` on. Fails if the range has fewer.
template <typename Element, typename Range>
static FailureOr<SmallVector<Element>> getSlice(Range range, IntegerAttr start,
                                                IntegerAttr count) {
  std::optional<int64_t> first = getInt64(start), length = getInt64(count);
  int64_t size = range.size();
  if (!first || !length || *first < 0 || *length < 0 || *first > size ||
      *length > size - *first)
    return failure();
  auto elements = range.drop_front(*first).take_front(*length);
  return llvm::to_vector_of<Element>(elements);
}

template <typename Element, typename Range>
static SmallVector<Element> concatenate(Range first, Range second) {
  auto elements = llvm::to_vector_of<Element>(first);
  llvm::append_range(elements, second);
  return elements;
}

static void addValueRanges(Natives &natives) {
  addConstraint(natives, "GetLength",
                [](PatternRewriter &rewriter, ValueRange values) {
                  return getIntegerAttr(rewriter.getContext(), values.size());
                });
  addConstraint(natives, "HasLength",
                [](ValueRange values, IntegerAttr length) {
                  return hasLength(values.size(), length);
                });
  addConstraint(natives, "First", [](ValueRange values) {
    return values.empty() ? Value() : values.front();
  });
  addConstraint(natives, "Last", [](ValueRange values) {
    return values.empty() ? Value() : values.back();
  });
  addConstraint(natives, "GetValue", getElement<Value, ValueRange>);
  addConstraint(natives, "GetValues", getSlice<Value, ValueRange>);
  addConstraint(natives, "Contains", [](ValueRange values, Value value) {
    return llvm::is_contained(values, value);
  });
  addConstraint(natives, "WithValue",
                [](ValueRange values, IntegerAttr index,
                   Value value) -> FailureOr<SmallVector<Value>> {
                  std::optional<int64_t> number = getInt64(index);
                  int64_t size = values.size();
                  if (!number || *number < -size || *number >= size)
                    return failure();
                  auto elements = llvm::to_vector(values);
                  elements[*number < 0 ? size + *number : *number] = value;
                  return elements;
                });
  addRewrite(natives, "Concat", concatenate<Value, ValueRange>);
}

static void addTypeRanges(Natives &natives) {
  addConstraint(natives, "GetTypeLength",
                [](PatternRewriter &rewriter, TypeRange types) {
                  return getIntegerAttr(rewriter.getContext(), types.size());
                });
  addConstraint(natives, "HasTypeLength",
                [](TypeRange types, IntegerAttr length) {
                  return hasLength(types.size(), length);
                });
  addConstraint(natives, "FirstType", [](TypeRange types) {
    return types.empty() ? Type() : types.front();
  });
  addConstraint(natives, "LastType", [](TypeRange types) {
    return types.empty() ? Type() : types[types.size() - 1];
  });
  addConstraint(natives, "GetType", getElement<Type, TypeRange>);
  addConstraint(natives, "GetTypes", getSlice<Type, TypeRange>);
  addConstraint(natives, "AllSameType",
                [](TypeRange types) { return llvm::all_equal(types); });
  addRewrite(natives, "ConcatTypes", concatenate<Type, TypeRange>);
}

void pdll::addRangeFunctions(Natives &natives) {
  addValueRanges(natives);
  addTypeRanges(natives);
}
