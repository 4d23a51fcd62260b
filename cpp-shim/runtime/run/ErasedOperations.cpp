// The operations that a pattern has erased.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/ErasedOperations.h"
#include "support/Placeholders.h"

using namespace mlir;
using namespace pdll;

bool ErasedOperations::isInside(Operation *op) const {
  while (op && op != root && op->getBlock())
    op = op->getParentOp();
  return op && op != root;
}

bool ErasedOperations::hasUsedValuesInside(Operation *op) {
  auto isUsed = [](Value value) { return !value.use_empty(); };
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (llvm::any_of(block.getArguments(), isUsed))
        return true;
      for (Operation &nested : block)
        if (hasUsedValues(&nested))
          return true;
    }
  return false;
}

/// Destroys what is in `op`. On its own, each operation would look at all that
/// is in its regions once more, for references that are already gone.
void ErasedOperations::empty(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      while (!block.empty()) {
        empty(&block.back());
        block.back().erase();
      }
}

/// Calls `function` for each value that has uses: results, and also results and
/// arguments in regions.
template <typename Function>
static void forEachUsed(ArrayRef<Operation *> operations, Function function) {
  auto visit = [&](ValueRange values) {
    for (Value value : values)
      if (!value.use_empty())
        function(value);
  };
  for (Operation *op : operations) {
    if (op->getNumRegions() == 0) {
      visit(op->getResults());
      continue;
    }
    op->walk([&](Operation *nested) { visit(nested->getResults()); });
    op->walk([&](Block *block) { visit(block->getArguments()); });
  }
}

OpOperand *ErasedOperations::findUse(Value value) const {
  // What a pattern creates inside of an erased operation may use another one.
  for (OpOperand &use : value.getUses())
    if (!contains(use.getOwner()))
      return &use;
  return nullptr;
}

OpOperand *ErasedOperations::findUse() const {
  OpOperand *found = nullptr;
  forEachUsed(operations, [&](Value value) {
    if (!found)
      found = findUse(value);
  });
  return found;
}

void ErasedOperations::replaceUses() {
  forEachUsed(operations, [&](Value value) {
    if (OpOperand *use = findUse(value))
      value.replaceAllUsesWith(
          createPlaceholders(use->getOwner(), value.getType()).front());
  });
}

void ErasedOperations::dropUses() {
  forEachUsed(operations, [](Value value) { value.dropAllUses(); });
}
