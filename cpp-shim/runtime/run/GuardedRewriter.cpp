// The rewriter of pdll's own drivers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GuardedRewriter.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace pdll;

void GuardedRewriter::replaceOp(Operation *op, ValueRange values) {
  replace(op, values);
}

void GuardedRewriter::replaceOp(Operation *op, Operation *replacement) {
  replace(op, replacement->getResults());
}

/// The elements of a `ResultRange` are at hand, those of a `ValueRange` are
/// not.
template <typename Range>
void GuardedRewriter::replace(Operation *op, Range values) {
  if (!guard.checkPresence(op))
    return;
  if (guard.checkReplacement(op, values))
    for (unsigned index = 0, count = values.size(); index < count; ++index)
      if (Value result = op->getResult(index); !result.use_empty())
        replaceAllUsesWith(result, values[index]);
  erase(op);
  guard.bury(op);
}

void GuardedRewriter::eraseOp(Operation *op) {
  if (!guard.checkPresence(op))
    return;
  erase(op);
  guard.bury(op);
}

void GuardedRewriter::replaceAllUsesWith(Value from, Value to) {
  if (guard.watchesChanges())
    for (Operation *user : from.getUsers())
      guard.notifyOperandReplaced(user);
  from.replaceAllUsesWith(to);
}

/// Leaves `op` without operands, and tells the guard.
void GuardedRewriter::erase(Operation *op) {
  if (op->getNumRegions() != 0)
    for (Region &region : llvm::reverse(op->getRegions()))
      erase(region);
  guard.notifyOperationErased(op);
  leave(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.drop();
  if (op->getNumSuccessors() != 0)
    for (BlockOperand &successor : op->getBlockOperands())
      successor.drop();
}

/// Users come before definitions: successors before the blocks that lead to
/// them, and the operations of a block from the last to the first.
void GuardedRewriter::erase(Region &region) {
  if (region.hasOneBlock()) {
    erase(region.front());
    return guard.notifyRegionErased(region);
  }
  // Blocks that are being erased elsewhere may have left a null successor.
  llvm::SmallPtrSet<Block *, 4> visited{nullptr};
  for (Block &first : region) {
    if (visited.contains(&first))
      continue;
    for (Block *block : llvm::post_order_ext(&first, visited))
      erase(*block);
  }
  guard.notifyRegionErased(region);
}

void GuardedRewriter::erase(Block &block) {
  for (Operation &op : llvm::reverse(block))
    erase(&op);
  guard.notifyBlockErased(&block);
}

/// Inserts elsewhere than at `op` from now on.
void GuardedRewriter::leave(Operation *op) {
  if (getInsertionPoint() == op->getIterator())
    setInsertionPointAfter(op);
}
