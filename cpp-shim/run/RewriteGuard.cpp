// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/RewriteGuard.h"
#include "report/RunRecord.h"
#include "support/Placeholders.h"
#include "support/QuietVerifier.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pdll;

void RewriteGuard::notifyOperationInserted(Operation *op,
                                           OpBuilder::InsertPoint previous) {
  // If there is a previous place, the operation was moved, not created.
  if (previous.isSet()) {
    if (isInPattern() && previous.getPoint() == previous.getBlock()->end())
      shortened.insert(previous.getBlock());
    return;
  }
  if (isInPattern())
    created.push_back(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get())
      continue;
    report(op, "a pattern creates this operation with an operand that does not "
               "exist");
    Type none = NoneType::get(op->getContext());
    operand.set(createPlaceholders(op, none).front());
  }
}

void RewriteGuard::notifyOperationReplaced(Operation *op,
                                           ValueRange replacement) {
  (void)checkReplacement(op, replacement);
}

bool RewriteGuard::checkReplacement(Operation *op, ValueRange replacement) {
  if (record)
    record->addReplacement(op, replacement);
  StringRef problem;
  if (replacement.size() != op->getNumResults())
    problem = "a pattern replaces this operation with the wrong number of "
              "values";
  for (Value value : replacement) {
    if (!value)
      problem = "a pattern replaces this operation with a value that does not "
                "exist";
    else if (value.getDefiningOp() == op)
      problem = "a pattern replaces this operation with its own result";
  }
  if (problem.empty())
    return true;
  report(op, problem);
  // Without uses, the driver has nothing to replace by the bad values.
  op->replaceAllUsesWith(createPlaceholders(op, op->getResultTypes()));
  return false;
}

void RewriteGuard::forget(Operation *op) {
  if (auto *found = llvm::find(created, op); found != created.end())
    created.erase(found);
  if (isInPattern() && op->getBlock() && !op->getNextNode())
    shortened.insert(op->getBlock());
}

void RewriteGuard::notifyOperationErased(Operation *op) {
  forget(op);
  if (op->use_empty() || !mustHaveNoUses(op))
    return;
  report(op, "a pattern erases this operation while its results are in use");
  op->replaceAllUsesWith(createPlaceholders(op, op->getResultTypes()));
}

void RewriteGuard::notifyBlockInserted(Block *block, Region *,
                                       Region::iterator) {
  if (isInPattern())
    shortened.insert(block);
}

void RewriteGuard::notifyBlockErased(Block *block) { shortened.remove(block); }

/// In a region of several blocks, each block needs a terminator before the
/// driver simplifies their control flow.
void RewriteGuard::closeBlocks() {
  for (Block *block : shortened) {
    Operation *parent = block->getParentOp();
    if (!block->empty() || !parent || block->getParent()->hasOneBlock())
      continue;
    report(parent, "a pattern leaves a block of this operation empty, which "
                   "needs a terminator");
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    UnrealizedConversionCastOp::create(builder, parent->getLoc(),
                                       NoneType::get(parent->getContext()),
                                       ValueRange());
  }
  shortened.clear();
}

void RewriteGuard::endPattern(size_t pattern, LogicalResult status) {
  if (record)
    record->addCreated(created);
  for (Operation *op : created) {
    if (isValid(op))
      continue;
    failed = true;
    // Folding may crash on this operation. The driver cannot be told to forget
    // it, but deletes dead operations before it folds.
    op->replaceAllUsesWith(createPlaceholders(op, op->getResultTypes()));
    addMissingOperands(op);
    if (isOpTriviallyDead(op))
      op->moveBefore(&removed, removed.end());
  }
  created.clear();
  if (!shortened.empty())
    closeBlocks();
  PatternMonitor::endPattern(pattern, status);
}

/// Verifies `op`. Reports only the first problem, because a placeholder makes
/// the users of a value invalid too.
bool RewriteGuard::isValid(Operation *op) const {
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  if (!name)
    return true;
  return failed ? verifyQuietly(op).empty()
                : succeeded(name->verifyInvariants(op));
}

/// When an operation is erased together with the one that holds it, it may have
/// uses that are erased a moment later. Those are harmless.
bool RewriteGuard::mustHaveNoUses(Operation *op) const {
  if (op->getParentOp() == root)
    return true;
  return mayHaveSSADominance(*op->getParentRegion()) &&
         llvm::any_of(op->getUsers(), [&](Operation *user) {
           return op->getBlock()->findAncestorOpInBlock(*user);
         });
}

void RewriteGuard::report(Operation *op, StringRef problem) {
  // What happens after the first problem may only be a consequence of it.
  if (!failed)
    op->emitError(problem);
  failed = true;
}
