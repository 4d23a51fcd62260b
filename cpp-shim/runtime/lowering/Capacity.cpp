// The limits of the numbers in MLIR's bytecode.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Capacity.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

using namespace mlir;
using namespace pdll;

namespace {

/// How many of the bytecode's numbers a set needs. They have 16 bits, and wrap
/// silently.
class Capacity {
public:
  /// Counts what `pattern` adds. Reports the pattern and fails if it no longer
  /// fits.
  LogicalResult add(pdl::PatternOp pattern);

private:
  void addEntries(Operation *op);
  size_t getSize() const {
    return entries.size() + numPatterns + maxRewriteValues;
  }

  /// Names, attributes and types. The name of an operation can appear both as a
  /// name and as an attribute, and counts twice.
  DenseSet<const void *> entries;
  size_t numPatterns = 0;
  /// The values of the longest rewrite, which share their numbers.
  size_t maxRewriteValues = 0;
  /// Calls of native rewrites, which have numbers of their own.
  size_t numRewriteCalls = 0;
  /// The same of native constraints with results.
  size_t numConstraintCalls = 0;
};

} // namespace

/// Leaves some room for what MLIR adds.
static constexpr size_t limit = 60000;

void Capacity::addEntries(Operation *op) {
  if (auto operation = dyn_cast<pdl::OperationOp>(op)) {
    entries.insert(operation.getOpNameAttr().getAsOpaquePointer());
    for (Attribute name : operation.getAttributeValueNames())
      entries.insert(name.getAsOpaquePointer());
  } else if (auto attribute = dyn_cast<pdl::AttributeOp>(op)) {
    entries.insert(attribute.getValueAttr().getAsOpaquePointer());
  } else if (auto type = dyn_cast<pdl::TypeOp>(op)) {
    entries.insert(type.getConstantTypeAttr().getAsOpaquePointer());
  } else if (auto types = dyn_cast<pdl::TypesOp>(op)) {
    entries.insert(types.getConstantTypesAttr().getAsOpaquePointer());
  }
}

LogicalResult Capacity::add(pdl::PatternOp pattern) {
  ++numPatterns;
  size_t numRewriteValues = 0;
  Operation *tooLong = nullptr;
  pattern.walk([&](Operation *op) {
    addEntries(op);
    if (op->getNumOperands() > limit)
      tooLong = op;
    if (isa<pdl::RewriteOp>(op->getParentOp()))
      numRewriteValues += op->getNumResults();
    numRewriteCalls += isa<pdl::ApplyNativeRewriteOp>(op);
    numConstraintCalls +=
        isa<pdl::ApplyNativeConstraintOp>(op) && op->getNumResults() != 0;
  });
  maxRewriteValues = std::max(maxRewriteValues, numRewriteValues);
  if (tooLong)
    return emitError(tooLong->getLoc(), "this has ")
           << tooLong->getNumOperands() << " parts, but at most " << limit
           << " are supported";
  auto refuse = [&](StringRef what) {
    InFlightDiagnostic error =
        emitError(pattern.getLoc(),
                  "this pattern does not fit: a set of patterns can hold at "
                  "most ")
        << limit << " " << what;
    if (numPatterns > 1)
      error.attachNote() << "split the set: move this pattern and those after "
                            "it to a file that has a header of its own";
    return error;
  };
  if (getSize() > limit)
    return refuse("patterns and different operation names, attributes and "
                  "types together");
  if (numRewriteCalls > limit)
    return refuse("calls of native rewrites");
  if (numConstraintCalls > limit)
    return refuse("calls of native constraints with results");
  return success();
}

LogicalResult pdll::checkCapacity(ModuleOp module) {
  Capacity capacity;
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(capacity.add(pattern)))
      return failure();
  return success();
}
