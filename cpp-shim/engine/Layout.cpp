// How the operands or results of an operation are divided into groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Layout.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

Layout::Layout(PdllList list, PdllDivision division, StringRef groups)
    : list(list), division(division), groups(groups.str()),
      numRanges(groups.count('*')), hasDefined(groups.contains('d')) {}

std::optional<GroupPlace> Layout::find(Operation *op, size_t index) const {
  if (groups.empty())
    return findUnknown(op, index);
  if (division == PdllEqualRanges && !hasDefined)
    return findEqual(getTotal(op), index);
  Slices slices;
  if (index >= groups.size() || !divide(op, slices))
    return std::nullopt;
  return slices[index];
}

bool Layout::fits(Operation *op) const {
  if (division == PdllEqualRanges && !hasDefined)
    return findEqual(getTotal(op), 0).has_value();
  Slices slices;
  if (!divide(op, slices))
    return false;
  for (auto [group, slice] : llvm::zip_equal(groups, slices))
    if (group == '1' && slice.size != 1)
      return false;
  return true;
}

//===- Without knowing the groups -----------------------------------------===//

/// Without segments, the last group that anything asks for takes the rest, as
/// in MLIR's interpreter.
std::optional<GroupPlace> Layout::findUnknown(Operation *op,
                                              size_t index) const {
  size_t total = getTotal(op);
  if (division != PdllSegments)
    return index <= total ? std::optional(GroupPlace{index, total - index})
                          : std::nullopt;
  DenseI32ArrayAttr sizes = getSegments(op);
  if (!sizes || index >= static_cast<size_t>(sizes.size()))
    return std::nullopt;
  size_t start = 0;
  for (int32_t size : sizes.asArrayRef().take_front(index))
    start += size;
  return GroupPlace{start, static_cast<size_t>(sizes[index])};
}

/// The attribute of `op` with the sizes of the groups, if it has a sound one.
DenseI32ArrayAttr Layout::getSegments(Operation *op) const {
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>(
      list == PdllOperands ? "operandSegmentSizes" : "resultSegmentSizes");
  if (!sizes)
    return nullptr;
  int64_t total = 0;
  for (int32_t size : sizes.asArrayRef()) {
    if (size < 0)
      return nullptr;
    total += size;
  }
  return total == static_cast<int64_t>(getTotal(op)) ? sizes : nullptr;
}

//===- Groups of equal ranges ---------------------------------------------===//

std::optional<GroupPlace> Layout::findEqual(size_t total, size_t index) const {
  size_t numSingle = groups.size() - numRanges;
  if (index >= groups.size() && !groups.empty())
    return std::nullopt;
  size_t inRanges = total - numSingle;
  if (total < numSingle ||
      (numRanges == 0 ? inRanges != 0 : inRanges % numRanges != 0))
    return std::nullopt;
  size_t rangeSize = numRanges == 0 ? 0 : inRanges / numRanges;
  auto getSize = [&](char group) { return group == '*' ? rangeSize : 1; };
  size_t start = 0;
  for (char group : StringRef(groups).take_front(index))
    start += getSize(group);
  return GroupPlace{start, groups.empty() ? 0 : getSize(groups[index])};
}

//===- All groups ---------------------------------------------------------===//

/// The number of results of the operation that defines `value`; zero for the
/// argument of a block.
static size_t countSiblings(Value value) {
  auto result = dyn_cast_if_present<OpResult>(value);
  return result ? result.getOwner()->getNumResults() : 0;
}

/// Whether the operands are all results of one operation, in order.
static bool areAllResults(Operation *op, GroupPlace slice) {
  if (slice.size == 0 || slice.start + slice.size > op->getNumOperands() ||
      countSiblings(op->getOperand(slice.start)) != slice.size)
    return false;
  Operation *definition = op->getOperand(slice.start).getDefiningOp();
  for (size_t index = 0; index < slice.size; ++index)
    if (op->getOperand(slice.start + index) != definition->getResult(index))
      return false;
  return true;
}

bool Layout::divide(Operation *op, Slices &slices) const {
  switch (division) {
  case PdllSegments:
  case PdllSegmentsIfRegistered:
    return divideBySegments(op, slices);
  case PdllSingleRanges:
    return divideFromFront(op, /*rangeSize=*/1, slices) &&
           slices.size() == getTotal(op);
  case PdllEqualRanges:
    break;
  }
  if (numRanges <= 1)
    return divideAroundRange(op, slices);
  // Where a group begins that is all results of an operation depends on the
  // size of the ranges, and the other way round.
  for (size_t rangeSize = 0; rangeSize * numRanges <= getTotal(op); ++rangeSize)
    if (divideFromFront(op, rangeSize, slices))
      return true;
  return false;
}

bool Layout::divideBySegments(Operation *op, Slices &slices) const {
  DenseI32ArrayAttr sizes = getSegments(op);
  if (!sizes || static_cast<size_t>(sizes.size()) != groups.size())
    return false;
  size_t start = 0;
  for (auto [group, size] : llvm::zip_equal(groups, sizes.asArrayRef())) {
    slices.push_back({start, static_cast<size_t>(size)});
    if (group == 'd' && !areAllResults(op, slices.back()))
      return false;
    start += size;
  }
  return true;
}

/// What precedes the only range is found from the front, and what follows it
/// from the back.
bool Layout::divideAroundRange(Operation *op, Slices &slices) const {
  size_t start = 0;
  size_t end = getTotal(op);
  // Moves past a group at `edge`, whose first or last element is `outermost`.
  auto getSize = [&](char group, size_t outermost) -> size_t {
    if (group == '1' || start == end)
      return 1;
    return countSiblings(op->getOperand(outermost));
  };
  auto isSound = [&](char group, GroupPlace slice) {
    return group == '1' || areAllResults(op, slice);
  };
  slices.resize(groups.size());
  size_t first = 0;
  size_t last = groups.size();
  for (; first < last && groups[first] != '*'; ++first) {
    size_t size = getSize(groups[first], start);
    if (size > end - start || !isSound(groups[first], {start, size}))
      return false;
    slices[first] = {start, size};
    start += size;
  }
  for (; last > first + 1; --last) {
    size_t size = getSize(groups[last - 1], end - 1);
    if (size > end - start || !isSound(groups[last - 1], {end - size, size}))
      return false;
    end -= size;
    slices[last - 1] = {end, size};
  }
  if (first == last)
    return start == end;
  slices[first] = {start, end - start};
  return true;
}

/// Divides the list if each range has this size.
bool Layout::divideFromFront(Operation *op, size_t rangeSize,
                             Slices &slices) const {
  slices.clear();
  size_t start = 0;
  size_t total = getTotal(op);
  for (char group : groups) {
    size_t size = group == '*' ? rangeSize : 1;
    if (group == 'd')
      size = start < total ? countSiblings(op->getOperand(start)) : 0;
    if (size > total - start)
      return false;
    slices.push_back({start, size});
    if (group == 'd' && !areAllResults(op, slices.back()))
      return false;
    start += size;
  }
  return start == total;
}
