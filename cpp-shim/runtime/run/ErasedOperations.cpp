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

/// Calls `function` for each operation that has uses, also for those in
/// regions.
template <typename Function>
static void forEachUsed(ArrayRef<Operation *> operations, Function function) {
  for (Operation *op : operations) {
    auto visit = [&](Operation *nested) {
      if (!nested->use_empty())
        function(nested);
    };
    if (op->getNumRegions() == 0)
      visit(op);
    else
      op->walk(visit);
  }
}

OpOperand *ErasedOperations::findUse(Operation *op) const {
  // What a pattern creates inside of an erased operation may use another one.
  for (OpOperand &use : op->getUses())
    if (!contains(use.getOwner()))
      return &use;
  return nullptr;
}

OpOperand *ErasedOperations::findUse() const {
  OpOperand *found = nullptr;
  forEachUsed(operations, [&](Operation *op) {
    if (!found)
      found = findUse(op);
  });
  return found;
}

void ErasedOperations::replaceUses() {
  forEachUsed(operations, [&](Operation *op) {
    if (OpOperand *use = findUse(op))
      op->replaceAllUsesWith(
          createPlaceholders(use->getOwner(), op->getResultTypes()));
  });
}

void ErasedOperations::dropUses() {
  forEachUsed(operations, [](Operation *op) { op->dropAllUses(); });
}
