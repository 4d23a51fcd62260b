// How much patterns make grow.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/Growth.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pdll;

/// What most runs do not add in attributes that contain no others.
static constexpr int64_t maxImpreciseBytes = 32'000'000;

/// More parts than this take long to print.
static constexpr uint64_t maxParts = 1 << 24;

/// MLIR prints an attribute in an attribute by recursion.
static constexpr uint64_t maxDepth = 2000;

static constexpr size_t maxRangeBytes = 128'000'000;

void Growth::setMaxMegabytes(int64_t limit) {
  // Small enough to add to.
  constexpr int64_t noLimit = std::numeric_limits<int64_t>::max() / 2;
  bool isLimited = limit >= 0 && limit < noLimit / 1'000'000;
  maxBytes = isLimited ? limit * 1'000'000 : noLimit;
  maxProgramBytes = maxDataBytes = maxBytes;
}

InFlightDiagnostic Growth::report(Location place) const {
  InFlightDiagnostic error = emitError(place);
  switch (exceeded) {
  case Limit::Parts:
    error << "the patterns do not appear to terminate: they make an attribute "
             "or type that consists of more than "
          << maxParts
          << " others, because it contains the same ones again and again";
    return error;
  case Limit::Depth:
    error << "the patterns do not appear to terminate: they make an attribute "
             "or type in which others are nested more than "
          << maxDepth << " deep";
    return error;
  case Limit::Ranges:
    error << "a pattern makes ranges of values or types that take more than "
          << maxRangeBytes / 1'000'000 << " megabytes in one rewrite";
    return error;
  case Limit::Data:
    error << "the patterns do not appear to terminate: the attributes, types "
             "and locations that they make, which MLIR never frees, take more "
             "than "
          << maxDataBytes / 1'000'000 << " megabytes";
    break;
  case Limit::Program:
  case Limit::None:
    error << "the patterns do not appear to terminate: the operations, "
             "operands and results that they add take more than "
          << maxProgramBytes / 1'000'000 << " megabytes";
  }
  error.attachNote() << "if they do terminate, set `max-growth` to the number "
                        "of megabytes that they may add";
  return error;
}

//===- The program --------------------------------------------------------===//

int64_t Growth::getRegionBytes(Operation *op) {
  int64_t bytes = 0;
  for (Region &region : op->getRegions()) {
    bytes += 32;
    for (Block &block : region)
      bytes += 100 + 56 * static_cast<int64_t>(block.getNumArguments());
  }
  return bytes;
}

static bool isNestedIn(Operation *whole, Operation *op) {
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (around == whole)
      return true;
  return false;
}

/// Whether `op` is in a region that no operation has taken yet.
static bool isStaged(Operation *op) {
  for (Region *around = op->getParentRegion(); around;) {
    Operation *parent = around->getParentOp();
    if (!parent)
      return true;
    around = parent->getParentRegion();
  }
  return false;
}

/// Rewriters tell about each operation of a copy, but only about the outermost
/// one of an operation that is created with regions, unless the regions were
/// built before. What was moved to such a region counts as new, so that nesting
/// without end is noticed before it is too deep to walk over.
void Growth::addNested(Operation *op) {
  if (numNested != 0 && isNestedIn(whole, op)) {
    --numNested;
    return;
  }
  bool staysStaged = isStaged(op);
  whole = op;
  numNested = 0;
  op->walk([&](Operation *nested) {
    bool wasStaged = staysStaged ? !staged.insert(nested).second
                                 : staged.erase(nested);
    if (wasStaged)
      return;
    programBytes += getBytes(nested);
    numNested += nested != op;
  });
}

void Growth::checkProgram() {
  if (!hasMeasuredProgram) {
    hasMeasuredProgram = true;
    int64_t atStart = -programBytes;
    root->walk([&](Operation *op) { atStart += getBytes(op); });
    maxProgramBytes = maxBytes + 100 * std::max<int64_t>(atStart, 0);
  }
  if (programBytes > maxProgramBytes)
    exceed(Limit::Program);
}

//===- Attributes, types and locations ------------------------------------===//

void Growth::addModified(Operation *op) {
  (void)measure(op->getDiscardableAttrDictionary());
  (void)measure(op->getLoc());
}

void Growth::addMade(Attribute attribute) { (void)measure(attribute); }
void Growth::addMade(Type type) { (void)measure(type); }

static size_t getBits(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() : 64;
}

/// What an attribute takes that contains no others that could grow. Nothing if
/// it may contain others.
static std::optional<size_t> getLeafBytes(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return 24 + getBits(integer.getType()) / 8;
  if (auto string = dyn_cast<StringAttr>(attribute))
    return 40 + string.size();
  if (isa<FloatAttr>(attribute))
    return 48;
  if (auto elements = dyn_cast<DenseIntOrFPElementsAttr>(attribute))
    return 40 + elements.getRawData().size();
  if (auto elements = dyn_cast<DenseStringElementsAttr>(attribute))
    return 40 + 16 * elements.getRawStringData().size();
  if (auto array = dyn_cast<DenseArrayAttr>(attribute))
    return 40 + array.getRawData().size();
  return std::nullopt;
}

/// Whether a list contains only numbers and strings, so that it needs no memory
/// of what is in it.
static bool isFlat(ArrayAttr list) {
  return llvm::all_of(list, [](Attribute element) {
    return isa<IntegerAttr, FloatAttr, StringAttr>(element);
  });
}

Growth::Extent Growth::measure(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!isPrecise && list && isFlat(list)) {
    addData(40 + 8 * list.size());
    return {list.size() + 1, 2};
  }
  std::optional<size_t> bytes = getLeafBytes(attribute);
  if (!bytes)
    return measureParts(attribute);
  addLeaf(attribute.getAsOpaquePointer(), *bytes);
  return Extent();
}

/// Types of numbers are too few to count.
Growth::Extent Growth::measure(Type type) {
  return type.isIntOrIndexOrFloat() ? Extent() : measureParts(type);
}

void Growth::addLeaf(const void *leaf, size_t bytes) {
  if (!isPrecise || known.try_emplace(leaf).second)
    addData(bytes);
}

template <typename Whole> Growth::Extent Growth::measureParts(Whole whole) {
  const void *pointer = whole.getAsOpaquePointer();
  // Types may contain themselves.
  auto [place, isNew] = known.try_emplace(pointer);
  if (!isNew || isExceeded())
    return place->second;
  Extent extent;
  size_t bytes = 32;
  auto add = [&](auto part) {
    bytes += 16;
    if (!part)
      return;
    Extent inner = measure(part);
    extent.numParts = llvm::SaturatingAdd(extent.numParts, inner.numParts);
    extent.depth = std::max(extent.depth, inner.depth + 1);
  };
  whole.walkImmediateSubElements([&](Attribute part) { add(part); },
                                 [&](Type part) { add(part); });
  if (extent.numParts > maxParts)
    exceed(Limit::Parts);
  if (extent.depth > maxDepth)
    exceed(Limit::Depth);
  known[pointer] = extent;
  addData(bytes);
  return extent;
}

void Growth::addData(size_t bytes) {
  int64_t total = dataBytes + static_cast<int64_t>(bytes);
  if (!isPrecise && total > std::min(maxImpreciseBytes, maxBytes))
    countPrecisely();
  dataBytes += bytes;
  if (dataBytes > maxDataBytes)
    exceed(Limit::Data);
}

/// Begins to count each attribute once. What the program has already is not
/// counted, and the more it has, the more may be added.
void Growth::countPrecisely() {
  isPrecise = true;
  dataBytes = 0;
  maxDataBytes = std::numeric_limits<int64_t>::max();
  int64_t numOperations = 0;
  auto count = [&](Operation *op) {
    ++numOperations;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      (void)measure(attribute.getValue());
    if (op->getPropertiesStorageSize() == 0)
      return;
    for (StringAttr name : op->getName().getAttributeNames())
      if (std::optional<Attribute> value = op->getInherentAttr(name))
        if (*value)
          (void)measure(*value);
  };
  if (root)
    root->walk(count);
  maxDataBytes =
      maxBytes + 4 * std::exchange(dataBytes, 0) + 1000 * numOperations;
}

//===- Ranges -------------------------------------------------------------===//

bool Growth::addRange(size_t bytes, size_t numElements) {
  if (LLVM_LIKELY(bytes + numElements * sizeof(void *) <= maxRangeBytes))
    return true;
  exceed(Limit::Ranges);
  return false;
}
