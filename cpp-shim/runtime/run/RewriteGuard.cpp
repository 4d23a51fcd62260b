// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/RewriteGuard.h"
#include "report/RunRecord.h"
#include "support/Placeholders.h"
#include "support/ReportLocation.h"
#include "support/Traits.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

RewriteGuard::RewriteGuard(Operation *root, const PdllPatternSet &set,
                           RunRecord *record)
    : PatternMonitor(RunKind::Rewriting, root, set, record), erased(root) {
  canReplaceRoots = !record;
  if (record)
    record->startText();
}

//===- While a pattern runs -----------------------------------------------===//

void RewriteGuard::notifyOperationInserted(Operation *op,
                                           OpBuilder::InsertPoint previous) {
  if (record && previous.isSet())
    record->addMoved(op);
  else if (record)
    record->addInserted(op);
  order.notifyInserted(op);
  if (!previous.isSet())
    getGrowth().addInserted(op);
  // If there is a previous place, the operation was moved, not created.
  if (previous.isSet()) {
    if (isInPattern() && previous.getPoint() == previous.getBlock()->end())
      shortened.insert(previous.getBlock());
    if (mayUseLaterValues())
      addReordered(op);
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

void RewriteGuard::notifyOperationModified(Operation *op) {
  order.notifyModified(op);
  getGrowth().addModified(op);
  notifyOperandReplaced(op);
}

void RewriteGuard::notifyOperandReplaced(Operation *op) {
  if (record)
    record->addModified(op);
  if (mayUseLaterValues())
    reordered.insert(op);
}

/// `op` has moved with all that is in it.
void RewriteGuard::addReordered(Operation *op) {
  op->walk([&](Operation *nested) { reordered.insert(nested); });
}

/// Without uses, a rewriter has nothing to replace by bad values.
void RewriteGuard::notifyOperationReplaced(Operation *op,
                                           ValueRange replacement) {
  if (!checkReplacement(op, replacement))
    op->replaceAllUsesWith(createPlaceholders(op, op->getResultTypes()));
}

void RewriteGuard::addToRecord(ValueRange replacement) {
  record->addReplacement(replacement);
}

/// Remembers the users of the results of `op` whose operands change their
/// types, or may be computed later from now on.
void RewriteGuard::addUsers(Operation *op, ValueRange replacement) {
  if (mayUseLaterValues())
    reordered.insert(op->user_begin(), op->user_end());
  if (!isInPattern())
    return;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), replacement))
    if (result.getType() != value.getType())
      for (Operation *user : result.getUsers())
        addAffected(user);
}

/// An operand of `op` has another type. Terminators are verified by what they
/// end.
void RewriteGuard::addAffected(Operation *op) {
  affected.insert(op);
  Operation *parent = op->getParentOp();
  if (parent && !op->getNextNode())
    affected.insert(parent);
}

bool RewriteGuard::reportReplacement(Operation *op, ValueRange replacement) {
  if (replacement.size() != op->getNumResults())
    report(op, "a pattern replaces this operation with the wrong number of "
               "values");
  else if (!llvm::all_of(replacement, [](Value value) { return !!value; }))
    report(op, "a pattern replaces this operation with a value that does not "
               "exist");
  else
    report(op, "a pattern replaces this operation with its own result");
  return false;
}

bool RewriteGuard::reportErasedTwice(Operation *op) {
  report(op, "a pattern erases or replaces this operation twice");
  return false;
}

void RewriteGuard::notifyOperationErased(Operation *op) {
  if (record)
    record->addErased(op);
  forget(op);
  getGrowth().addErased(op);
}

/// Whether `op` is valid, apart from what is in its regions. Reports why it is
/// not.
static bool isValid(Operation *op) {
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  return !name || succeeded(name->verifyInvariants(op));
}

/// What the guard would do in each step is done here as far as these operations
/// need it.
bool RewriteGuard::replaceRoot(Operation *root, ArrayRef<Operation *> newOps,
                               ArrayRef<Value> by,
                               ArrayRef<Operation *> unverified) {
  if (!canReplaceRoot(root, by))
    return false;
  for (Operation *op : newOps)
    insertBefore(root, op);
  for (unsigned index = 0, count = root->getNumResults(); index < count;
       ++index)
    root->getResult(index).replaceAllUsesWith(by[index]);
  forget(root);
  root->erase();
  endReplacement(unverified);
  return true;
}

void RewriteGuard::verify(ArrayRef<Operation *> operations) {
  for (Operation *op : operations)
    failed = failed || !isValid(op);
}

void RewriteGuard::notifyBlockInserted(Block *block, Region *previous,
                                       Region::iterator) {
  if (previous && mayUseLaterValues())
    for (Operation &op : *block)
      addReordered(&op);
  if (previous)
    addLoser(previous->getParentOp());
  if (record)
    record->addInserted(block);
  order.notifyBlocksChanged();
  if (isInPattern())
    shortened.insert(block);
}

void RewriteGuard::notifyBlockErased(Block *block) {
  if (record)
    record->addErased(block);
  order.notifyBlocksChanged();
  shortened.remove(block);
  addLoser(block->getParentOp());
}

/// `op`, which may be null, loses a block.
void RewriteGuard::addLoser(Operation *op) {
  if (op && isInPattern())
    affected.insert(op);
}

//===- When a pattern ends ------------------------------------------------===//

void RewriteGuard::endPattern(size_t pattern, LogicalResult status) {
  if (!std::exchange(hasReplacedRoot, false))
    checkPattern();
  PatternMonitor::endPattern(pattern, status);
}

void RewriteGuard::checkPattern() {
  if (erased.mayBeUsed())
    checkErased();
  if (record)
    recordCreated();
  if (mayUseLaterValues())
    checkOrder();
  if (!created.empty())
    checkCreated();
  if (!shortened.empty())
    checkBlocks();
  if (!affected.empty())
    checkAffected();
  erased.clear();
}

/// When an operation is erased before the users of its results, those may be
/// erased a moment later. So only the end of the pattern tells.
void RewriteGuard::checkErased() {
  OpOperand *use = erased.findUse();
  if (use && !failed) {
    Operation *definition = use->get().getDefiningOp();
    Operation *gone = definition ? definition
                                 : use->get().getParentBlock()->getParentOp();
    Operation *user = use->getOwner();
    InFlightDiagnostic error =
        emitError(gone->getLoc(), "a pattern erases this operation while ")
        << (definition ? "its results" : "arguments of its blocks")
        << " are in use";
    error.attachNote(user->getLoc())
        << "this `" << user->getName() << "` uses them";
  }
  if (use) {
    failed = true;
    erased.replaceUses();
  }
  // The rest are uses among what is erased.
  erased.dropUses();
}

void RewriteGuard::recordCreated() {
  SmallVector<Operation *> kept;
  llvm::copy_if(created, std::back_inserter(kept),
                [&](Operation *op) { return !erased.contains(op); });
  record->addCreated(kept);
}

void RewriteGuard::checkOrder() {
  reordered.insert(created.begin(), created.end());
  for (Operation *op : reordered)
    if (!failed && !erased.contains(op))
      failed = mlir::failed(order.verify(op));
  reordered.clear();
}

void RewriteGuard::checkCreated() {
  for (Operation *op : created) {
    // What happens after the first problem may only be a consequence of it.
    if (failed)
      break;
    if (erased.contains(op))
      continue;
    if (!isValid(op))
      failed = true;
    else if (op->isRegistered() && op->getNumRegions() != 0)
      affected.insert(op);
    if (!op->getNextNode())
      shortened.insert(op->getBlock());
  }
  created.clear();
}

/// Whether MLIR's verifier asks for a terminator.
static bool needsTerminator(Block *block) {
  if (!block->getParent()->hasOneBlock())
    return true;
  OperationName parent = block->getParentOp()->getName();
  return parent.isRegistered() && !hasNoTerminator(parent);
}

static bool hasTerminator(Block *block) {
  if (block->empty())
    return false;
  OperationName last = block->back().getName();
  return !last.isRegistered() || isTerminator(last);
}

void RewriteGuard::checkBlocks() {
  for (Block *block : shortened) {
    Operation *parent = block->getParentOp();
    if (!parent || erased.contains(parent) || !needsTerminator(block))
      continue;
    if (hasTerminator(block)) {
      affected.insert(parent);
      // It may have moved there, too.
      affected.insert(&block->back());
      continue;
    }
    // `parent->emitError` would print all of it.
    if (!failed)
      emitError(getReportLocation(parent),
                "a pattern leaves a block of this operation without a "
                "terminator");
    failed = true;
  }
  shortened.clear();
}

void RewriteGuard::checkAffected() {
  for (Operation *op : affected)
    if (!failed && !erased.contains(op))
      unsettled.check(op, getRunning());
  affected.clear();
}

void RewriteGuard::finish() {
  if (failed)
    return;
  if (auto invalid = unsettled.findInvalid(root)) {
    reportAbout(invalid->second, [&] { (void)verifyShape(invalid->first); });
    failed = true;
  }
}

void RewriteGuard::report(Operation *op, StringRef problem) {
  if (!failed)
    op->emitError(problem);
  failed = true;
}
