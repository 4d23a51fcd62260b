// The rounds of the greedy driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GreedyRounds.h"
#include "run/RegionSimplification.h"
#include "support/OperationPrefetch.h"

#include "mlir/IR/Action.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What MLIR's log of actions and debuggers see of a round. It is called as in
/// MLIR's driver.
class GreedyPatternRewriteIteration
    : public tracing::ActionImpl<GreedyPatternRewriteIteration> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GreedyPatternRewriteIteration)
  GreedyPatternRewriteIteration(ArrayRef<IRUnit> units, int64_t round)
      : ActionImpl(units), round(round) {}
  static constexpr StringLiteral tag = "GreedyPatternRewriteIteration";
  void print(raw_ostream &stream) const override {
    stream << tag << "(" << round << ")";
  }

private:
  int64_t round;
};

} // namespace

GreedyRounds::GreedyRounds(const PdllPatternSet &set, Operation *root,
                           Region &region, const PdllDriverOptions &options,
                           RunRecord *record)
    : region(region), options(options),
      boundsRewrites(options.maxNumRewrites < 0 || options.maxIterations < 0),
      kinds(*set.engine, options.fold ? Folding::On : Folding::Off),
      worklist(kinds, region, options.strictness),
      guard(root, set, record, worklist, termination),
      rewriter(root->getContext(), guard), matcher(*set.engine, guard) {
  guard.setMaxSearchedUsers(options.maxSearchedUsers);
}

GreedyRounds::Outcome GreedyRounds::runRound() {
  ++numRounds;
  bool hasChanged = false;
  fill();
  // Merging constants and simplifying regions have moved and erased some.
  guard.notifyChangedElsewhere();
  region.getContext()->executeAction<GreedyPatternRewriteIteration>(
      [&] { hasChanged = rewrite(); }, {&region}, numRounds);
  if (mustStop())
    return Outcome::Stopped;
  return hasChanged ? Outcome::Changed : Outcome::Unchanged;
}

std::optional<Location> GreedyRounds::getEndlessFold() const {
  return numFoldsInPlace >= 1000 ? lastFold : std::nullopt;
}

//===- The list -----------------------------------------------------------===//

void GreedyRounds::fill() {
  mayHaveDeadCode = false;
  // It knows equal constants only while the list is filled.
  OperationFolder folder(region.getContext(), &guard);
  worklist.beginFilling();
  if (options.topDown) {
    listTopDown(region, folder);
    worklist.endFilling(Worklist::Order::Forwards);
  } else {
    listBottomUp(region, folder);
    worklist.endFilling(Worklist::Order::Backwards);
  }
}

void GreedyRounds::listTopDown(Region &nested, OperationFolder &folder) {
  mayHaveDeadCode |= pdll::mayHaveDeadCode(nested);
  for (Block &block : nested) {
    OperationPrefetch prefetch;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      prefetch.advance(op);
      OperationKind kind = kinds.get(&op);
      if (!isKept(&op, kind, folder))
        continue;
      worklist.append(&op, kind);
      for (Region &inner : op.getRegions())
        listTopDown(inner, folder);
    }
  }
}

/// Lists the operations around one right after the first in them, as MLIR does.
void GreedyRounds::listBottomUp(Region &nested, OperationFolder &folder) {
  mayHaveDeadCode |= pdll::mayHaveDeadCode(nested);
  for (Block &block : nested) {
    OperationPrefetch prefetch;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      prefetch.advance(op);
      for (Region &inner : op.getRegions())
        listBottomUp(inner, folder);
      if (isKept(&op, kinds.get(&op), folder))
        worklist.push(&op);
    }
  }
}

/// Erases `op` if it is equal to a constant that was listed before, which then
/// replaces it.
bool GreedyRounds::isKept(Operation *op, OperationKind kind,
                          OperationFolder &folder) {
  if (numRounds == 1)
    termination.addToProgram(op);
  if (boundsRewrites)
    termination.addListed();
  return !options.cseConstants || !kind.isConstant || isNewConstant(op, folder);
}

bool GreedyRounds::isNewConstant(Operation *op, OperationFolder &folder) {
  Attribute value = getConstantValue(op);
  return !value || folder.insertKnownConstant(op, value);
}

//===- Rewriting ----------------------------------------------------------===//

/// Returns whether something has changed. Stops as soon as the run must stop:
/// MLIR must not simplify what may be invalid.
bool GreedyRounds::rewrite() {
  bool hasChanged = false;
  if (mayHaveDeadCode)
    hasChanged = succeeded(eraseUnreachableBlocks(rewriter, region));
  hasChanged |= visitListed();
  if (!mustStop())
    hasChanged |= simplify(hasChanged);
  return hasChanged;
}

bool GreedyRounds::visitListed() {
  bool hasChanged = false;
  numRewrites = 0;
  while (!mustStop() && numRewrites != options.maxNumRewrites) {
    Operation *op = worklist.pop();
    if (!op)
      break;
    hasChanged |= visit(op);
  }
  return hasChanged;
}

/// Returns whether something has changed.
bool GreedyRounds::visit(Operation *op) {
  OperationKind kind = kinds.get(op);
  bool isSettled = guard.isSettled(op);
  if (isSettled && kind.mayDie && op->use_empty() && isOpTriviallyDead(op)) {
    rewriter.eraseOp(op);
    return true;
  }
  termination.beginStep(op);
  if (isSettled && kind.mayFold && fold(op) != FoldOutcome::None)
    return true;
  if (!kind.mayMatch)
    return false;
  rewriter.setInsertionPoint(op);
  if (failed(matcher.matchAndRewrite(op, rewriter)))
    return false;
  if (boundsRewrites)
    termination.endStep();
  numFoldsInPlace = 0;
  ++numRewrites;
  return true;
}

FoldOutcome GreedyRounds::fold(Operation *op) {
  FoldOutcome outcome = foldOperation(op, kinds, rewriter);
  switch (outcome) {
  case FoldOutcome::None:
    break;
  case FoldOutcome::InPlace:
    ++numFoldsInPlace;
    lastFold = op->getLoc();
    guard.notifyOperationModified(op);
    termination.endStep();
    break;
  case FoldOutcome::Replaced:
    numFoldsInPlace = 0;
    termination.endStep();
    break;
  }
  return outcome;
}

/// Without control flow, visiting the list has already erased what is dead,
/// except for operations that lost a use by a change in place. An operation
/// that is invalid may make others invalid if MLIR simplifies around it, and
/// then nothing tells which pattern is to blame.
bool GreedyRounds::simplify(bool hasChanged) {
  if (options.regionSimplify == PdllRegionSimplifyDisabled)
    return false;
  mayHaveDeadCode |= guard.takeBlocksChanged();
  bool mayHaveMissed = hasChanged || options.strictness != PdllStrictnessAny;
  if (!mayHaveDeadCode && !(mayHaveMissed && hasDeadOperation(region, kinds)))
    return false;
  if (!guard.isAllSettled())
    return false;
  bool mergesBlocks = options.regionSimplify == PdllRegionSimplifyAggressive;
  return succeeded(simplifyRegions(rewriter, region, mergesBlocks));
}
