// The operations that a pattern has erased.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/ErasedOperations.h"
#include "support/Placeholders.h"

using namespace mlir;
using namespace pdll;

void ErasedOperations::take(Operation *op) {
  hasRegions |= op->getNumRegions() != 0;
  if (op->getBlock())
    op->moveBefore(&block, block.end());
  else
    block.push_back(op);
}

bool ErasedOperations::isInside(Operation *op) const {
  while (op && op->getBlock() != &block)
    op = op->getParentOp();
  return op != nullptr;
}

/// Calls `function` for each of the operations, and for those in their regions.
template <typename Function>
static void forEach(Block &block, Function function) {
  for (Operation &op : block) {
    if (op.getNumRegions() == 0)
      function(&op);
    else
      op.walk(function);
  }
}

OpOperand *ErasedOperations::findUse(Operation *op) const {
  // What a pattern creates inside of an erased operation may use another one.
  for (OpOperand &use : op->getUses())
    if (!contains(use.getOwner()))
      return &use;
  return nullptr;
}

OpOperand *ErasedOperations::findUse() {
  OpOperand *found = nullptr;
  forEach(block, [&](Operation *op) {
    if (!found)
      found = findUse(op);
  });
  return found;
}

void ErasedOperations::replaceUses() {
  forEach(block, [&](Operation *op) {
    if (OpOperand *use = findUse(op))
      op->replaceAllUsesWith(
          createPlaceholders(use->getOwner(), op->getResultTypes()));
  });
}

void ErasedOperations::clear() {
  if (block.empty())
    return;
  forEach(block, [](Operation *op) {
    if (!op->use_empty())
      op->dropAllUses();
  });
  block.clear();
  hasRegions = false;
}
