// Tells the greedy driver what changes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GreedyGuard.h"

using namespace mlir;
using namespace pdll;

void GreedyGuard::notifyOperationInserted(Operation *op,
                                          OpBuilder::InsertPoint previous) {
  RewriteGuard::notifyOperationInserted(op, previous);
  if (!previous.isSet())
    termination.addInserted(op);
  worklist.pushInserted(op);
}

void GreedyGuard::notifyOperationModified(Operation *op) {
  changedInPlace = true;
  RewriteGuard::notifyOperationModified(op);
}

void GreedyGuard::notifyOperandReplaced(Operation *op) {
  RewriteGuard::notifyOperandReplaced(op);
  pushUser(op);
}

/// An operand of `op` has changed.
void GreedyGuard::pushUser(Operation *op) {
  termination.addModified();
  failedMatches.notifyChanged(op);
  worklist.push(op);
}

void GreedyGuard::notifyOperationErased(Operation *op) {
  RewriteGuard::notifyOperationErased(op);
  delist(op);
}

/// `op` is about to be erased.
inline void GreedyGuard::delist(Operation *op) {
  termination.addErased(op);
  pushDefinitions(op);
  worklist.remove(op);
}

/// Lists the same in the same order as if a rewriter made the changes one by one.
bool GreedyGuard::replaceRoot(Operation *root, ArrayRef<Operation *> created,
                              ArrayRef<Value> by,
                              ArrayRef<Operation *> unverified) {
  if (!canReplaceRoot(root, by))
    return false;
  for (Operation *op : created) {
    insertBefore(root, op);
    getGrowth().addInsertedLeaf(op);
    termination.addInserted(op);
    worklist.pushInserted(op);
  }
  for (auto [result, value] : llvm::zip(root->getResults(), by))
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
      Operation *user = use.getOwner();
      use.set(value);
      pushUser(user);
    }
  getGrowth().addErased(root);
  delist(root);
  forget(root);
  root->erase();
  endReplacement(unverified);
  return true;
}

/// A definition may have been erased before its user, which has then listed it
/// again: in a region without dominance, definitions may come later.
void GreedyGuard::notifyRegionErased(Region &region) {
  for (Operation &op : region.getOps())
    worklist.remove(&op);
}

void GreedyGuard::notifyBlockInserted(Block *block, Region *previous,
                                      Region::iterator previousIt) {
  RewriteGuard::notifyBlockInserted(block, previous, previousIt);
  worklist.notifyBlocksMoved();
  blocksChanged = true;
}

/// Whether at most one operation beside `op` uses `value`. Looks at no more
/// than `maxUses` uses.
LLVM_ATTRIBUTE_NOINLINE
static bool hasAtMostOneOtherUser(Value value, Operation *op, size_t maxUses) {
  Operation *other = nullptr;
  for (Operation *user : value.getUsers()) {
    if (maxUses-- == 0)
      return false;
    if (user == op || user == other)
      continue;
    if (other)
      return false;
    other = user;
  }
  return true;
}

/// A value that loses its last use may be dead, and one that loses its last but
/// one may match other patterns.
inline void GreedyGuard::pushDefinitions(Operation *op) {
  if (LLVM_UNLIKELY(op->getNumOperands() > 8))
    return pushDifferentDefinitions(op);
  for (OpOperand &use : op->getOpOperands())
    if (auto result = dyn_cast_if_present<OpResult>(use.get()))
      pushDefinition(result, op);
}

/// Looks at each operand once.
void GreedyGuard::pushDifferentDefinitions(Operation *op) {
  llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
  for (Value operand : operands)
    if (auto result = dyn_cast_if_present<OpResult>(operand))
      pushDefinition(result, op);
}

/// `user` uses `operand`, and is about to be erased.
inline void GreedyGuard::pushDefinition(OpResult operand, Operation *user) {
  Operation *definition = operand.getOwner();
  if (worklist.isPushedInVain(definition))
    return;
  // All uses by `user` are looked at, and as many by another one as sensible
  // programs have. More would take long when many such operations are erased.
  size_t maxUses = user->getNumOperands() + 1000;
  if (hasAtMostOneOtherUser(operand, user, maxUses))
    worklist.push(definition);
}

void GreedyRewriter::replaceAllUsesWith(Value from, Value to) {
  for (OpOperand &use : llvm::make_early_inc_range(from.getUses())) {
    Operation *user = use.getOwner();
    use.set(to);
    guard.notifyOperandReplaced(user);
  }
}
