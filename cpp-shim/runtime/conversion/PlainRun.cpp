// The changes of a plain conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/PlainRun.h"
#include "conversion/CreatedOperations.h"
#include "conversion/RewriteBudget.h"
#include "run/RewriteGuard.h"
#include "support/Traits.h"

#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace pdll;

PlainRun::PlainRun(Operation *root, const PdllPatternSet &set,
                   const PdllDriverOptions &options, RunRecord *counts)
    : PatternMonitor(RunKind::Rewriting, root, set, counts),
      budget(getRewriteBudget(root)), looksAround(set.engine->looksAround()) {
  // What is worth a diagnostic is worth to be done again by MLIR's driver.
  silencer.emplace(root->getContext(),
                   [this, thread = llvm::get_threadid()](Diagnostic &) {
                     if (llvm::get_threadid() != thread)
                       return failure();
                     failed = true;
                     return success();
                   });
  setMaxSearchedUsers(options.maxSearchedUsers);
  getGrowth().setMaxMegabytes(options.maxGrowth);
  canReplaceRoots = true;
}

//===- While a pattern runs -----------------------------------------------===//

void PlainRun::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  created.push_back(op);
  getGrowth().addInserted(op);
}

void PlainRun::beginPattern(size_t pattern, Operation *op) {
  PatternMonitor::beginPattern(pattern, op);
  numVerified = created.size();
  if (getTotals().matches > budget)
    giveUp();
}

void PlainRun::endPattern(size_t pattern, LogicalResult status) {
  // A rewrite that declines would have to be taken back alone.
  if (mlir::failed(status) || !isReplaced(visited))
    giveUp();
  if (!failed)
    for (Operation *op : ArrayRef(created).drop_front(numVerified))
      checkCreated(op);
  PatternMonitor::endPattern(pattern, status);
}

void PlainRun::checkCreated(Operation *op) {
  if (mlir::failed(pdll::checkCreated(op)))
    giveUp();
  Operation *parent = op->getParentOp();
  if (parent && isTerminator(op->getName()))
    unsettled.add(parent, getRunning());
}

bool PlainRun::isErased(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (marks.get(op).has(OperationMarks::Replaced))
      return true;
  return false;
}

bool PlainRun::replaceRoot(Operation *root, ArrayRef<Operation *> newOps,
                           ArrayRef<Value> by,
                           ArrayRef<Operation *> unverified) {
  if (root != visited || !canReplaceResults(root, by))
    return false;
  for (Operation *op : newOps) {
    root->getBlock()->getOperations().insert(root->getIterator(), op);
    created.push_back(op);
  }
  for (Operation *op : unverified)
    checkCreated(op);
  numVerified = created.size();
  replace(root, by);
  return true;
}

void PlainRun::replace(Operation *op, ValueRange by) {
  if (by.size() != op->getNumResults())
    return giveUp();
  size_t firstValue = values.size();
  for (auto [result, value] : llvm::zip_equal(op->getResults(), by))
    addValue(result, value);
  add(op, firstValue);
}

void PlainRun::erase(Operation *op) {
  // MLIR's driver puts a cast there until the end.
  if (op->getNumResults() != 0 && looksAround)
    giveUp();
  add(op, noValues);
}

void PlainRun::add(Operation *op, size_t firstValue) {
  // Whatever is in an operation has its turn after that operation, unless
  // something in there has replaced it.
  bool isNew = marks.get(op).add(OperationMarks::Replaced);
  if (!isNew || (op != visited && op->getNumRegions() != 0) ||
      (hasReplacedRegions && isErased(op->getParentOp())))
    giveUp();
  hasReplacedRegions |= op->getNumRegions() != 0;
  replacements.push_back({op, firstValue});
}

void PlainRun::addValue(OpResult result, Value value) {
  if (value && value.getDefiningOp() != result.getOwner())
    value = resolve(value);
  // Values of another type need casts, and nothing stands for its own stand-in.
  if (!value || value.getDefiningOp() == result.getOwner() ||
      value.getType() != result.getType())
    giveUp();
  values.push_back(value);
}

//===- Values -------------------------------------------------------------===//

/// Returns what stands in for `value` in the end. If that was erased, it is a
/// result of an operation that is replaced. Shortens the way for others.
Value PlainRun::follow(Value value) {
  SmallVector<Value *> way;
  while (auto result = dyn_cast_if_present<OpResult>(value)) {
    if (!isReplaced(result.getOwner()))
      break;
    Value *next = findReplacement(result);
    if (!next)
      break;
    way.push_back(next);
    value = *next;
  }
  for (Value *step : way)
    *step = value;
  return value;
}

/// What was said to replace a result; null if its operation is erased.
Value *PlainRun::findReplacement(OpResult result) {
  for (; numPlaced < replacements.size(); ++numPlaced)
    places[replacements[numPlaced].op] = numPlaced;
  size_t first = replacements[places.lookup(result.getOwner())].firstValue;
  if (first == noValues)
    return nullptr;
  return &values[first + result.getResultNumber()];
}

//===- At the end ---------------------------------------------------------===//

bool PlainRun::isInReplaced(Operation *op) {
  return hasReplacedRegions ? isErased(op) : isReplaced(op);
}

/// Whether `value` will not exist.
bool PlainRun::isGone(Value value) {
  Operation *definition = value.getDefiningOp();
  if (!definition)
    definition = value.getParentBlock()->getParentOp();
  return isa<OpResult>(value) ? isInReplaced(definition)
                              : hasReplacedRegions && isErased(definition);
}

LogicalResult PlainRun::commit() {
  if (failed || !mayCommit())
    return failure();
  for (const Replacement &replacement : replacements)
    commit(replacement);
  return success();
}

bool PlainRun::mayCommit() {
  return llvm::all_of(replacements, [&](const Replacement &replacement) {
    return mayCommit(replacement);
  });
}

/// Nothing may use a value that will not exist, except what is erased, too.
bool PlainRun::mayCommit(const Replacement &replacement) {
  if (replacement.firstValue == noValues)
    return llvm::all_of(replacement.op->getUsers(), [&](Operation *user) {
      return isInReplaced(user);
    });
  size_t count = replacement.op->getNumResults();
  for (Value &value :
       MutableArrayRef(values).slice(replacement.firstValue, count)) {
    value = resolve(value);
    if (isGone(value))
      return false;
  }
  return true;
}

void PlainRun::commit(const Replacement &replacement) {
  Operation *op = replacement.op;
  if (replacement.firstValue != noValues)
    for (OpResult result : op->getResults())
      result.replaceAllUsesWith(
          values[replacement.firstValue + result.getResultNumber()]);
  op->dropAllDefinedValueUses();
  op->erase();
}

void PlainRun::undo() {
  for (SavedOperation &saved : llvm::reverse(folded))
    saved.restore();
  for (Operation *op : llvm::reverse(created)) {
    op->dropAllUses();
    op->erase();
  }
}

LogicalResult PlainRun::finish() {
  silencer.reset();
  auto invalid = unsettled.findInvalid(root);
  if (!invalid)
    return success();
  reportAbout(invalid->second, [&] { (void)verifyShape(invalid->first); });
  return failure();
}
