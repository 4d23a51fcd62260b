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
      engine(*set.engine),
      kinds(engine, options.fold ? Folding::On : Folding::Off),
      worklist(kinds, marks, region, options.strictness),
      failedMatches(engine, root->getContext(), marks),
      guard(root, set, record, worklist, failedMatches, termination),
      rewriter(root->getContext(), guard),
      matcher(engine, guard, root->getContext()) {
  guard.setMaxSearchedUsers(options.maxSearchedUsers);
  guard.setRewriteLimit(options.rewriteLimit);
  guard.getGrowth().setMaxMegabytes(options.maxGrowth);
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
  mayMissDead = false;
  // It knows equal constants only while the list is filled.
  OperationFolder folder(region.getContext(), &guard);
  worklist.beginFilling();
  failedMatches.beginRound();
  if (options.topDown) {
    listTopDown(region, folder);
    worklist.endFilling(Worklist::Order::Forwards);
  } else {
    listBottomUp(region, folder);
    worklist.endFilling(Worklist::Order::Backwards);
  }
  termination.endListing(boundsRewrites);
}

void GreedyRounds::listTopDown(Region &nested, OperationFolder &folder) {
  mayHaveDeadCode |= pdll::mayHaveDeadCode(nested);
  for (Block &block : nested) {
    ListedParts listed(termination);
    OperationPrefetch prefetch;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      prefetch.advance(op);
      OperationKind kind = kinds.get(&op);
      listed.add(op);
      if (!isKept(&op, kind, folder))
        continue;
      worklist.append(&op, kind);
      if (op.getNumRegions() == 0)
        continue;
      noteRegions(kind);
      for (Region &inner : op.getRegions())
        listTopDown(inner, folder);
    }
  }
}

/// Lists the operations around one right after the first in them, as MLIR does.
void GreedyRounds::listBottomUp(Region &nested, OperationFolder &folder) {
  mayHaveDeadCode |= pdll::mayHaveDeadCode(nested);
  for (Block &block : nested) {
    ListedParts listed(termination);
    OperationPrefetch prefetch;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      prefetch.advance(op);
      OperationKind kind = kinds.get(&op);
      listed.add(op);
      if (op.getNumRegions() != 0) {
        noteRegions(kind);
        for (Region &inner : op.getRegions())
          listBottomUp(inner, folder);
      }
      if (isKept(&op, kind, folder))
        worklist.push(&op);
    }
  }
}

/// An operation dies when the last effect in its regions goes. Nobody visits it
/// then.
inline void GreedyRounds::noteRegions(OperationKind kind) {
  mayMissDead |= kind.has(OperationKind::MayDie);
}

/// Erases `op` if it is equal to a constant that was listed before, which then
/// replaces it.
inline bool GreedyRounds::isKept(Operation *op, OperationKind kind,
                                 OperationFolder &folder) {
  return !kind.has(OperationKind::IsConstant) || !options.cseConstants ||
         isNewConstant(op, folder);
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
  if (mayHaveDeadCode &&
      succeeded(eraseUnreachableBlocks(rewriter, region))) {
    failedMatches.forget();
    hasChanged = true;
  }
  hasChanged |= visitListed();
  if (!mustStop())
    hasChanged |= simplify(hasChanged);
  return hasChanged;
}

bool GreedyRounds::visitListed() {
  bool hasChanged = false;
  numRewrites = 0;
  bool isOver = mustStop() || options.maxNumRewrites == 0;
  while (!isOver) {
    std::optional<Worklist::Visited> next = worklist.pop();
    if (!next)
      break;
    if (visit(*next)) {
      hasChanged = true;
      isOver = mustStop() || numRewrites == options.maxNumRewrites;
    } else {
      // A constraint may have failed. Only changes can be too many.
      isOver = guard.hasFailed();
    }
  }
  return hasChanged;
}

/// Returns whether something has changed.
inline bool GreedyRounds::visit(Worklist::Visited visited) {
  auto [op, kind, marks] = visited;
  termination.beginStep(op);
  if (kind.has(OperationKind::MayChangeByItself) && changeByItself(op))
    return true;
  if (!kind.has(OperationKind::MayMatch) || failedMatches.contains(marks))
    return false;
  LogicalResult result = matcher.matchAndRewrite(op, rewriter);
  if (boundsRewrites)
    termination.setSearched(matcher.getNumSearched());
  if (failed(result)) {
    if (kind.has(OperationKind::IsLocal))
      failedMatches.add(marks);
    return false;
  }
  if (boundsRewrites)
    termination.endStep();
  numFoldsInPlace = 0;
  ++numRewrites;
  return true;
}

/// Erases or folds `op` as MLIR does without patterns. Returns whether
/// something has changed.
bool GreedyRounds::changeByItself(Operation *op) {
  if (!guard.isSettled(op)) {
    mayMissDead = true;
    return false;
  }
  OperationKind kind = kinds.get(op);
  if (kind.has(OperationKind::MayDie) && op->use_empty() &&
      isOpTriviallyDead(op)) {
    rewriter.eraseOp(op);
    return true;
  }
  return kind.has(OperationKind::MayFold) && fold(op) != FoldOutcome::None;
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

/// An operation that is invalid may make others invalid if MLIR simplifies
/// around it, and then nothing tells which pattern is to blame.
bool GreedyRounds::simplify(bool hasChanged) {
  if (options.regionSimplify == PdllRegionSimplifyDisabled)
    return false;
  mayHaveDeadCode |= guard.takeBlocksChanged();
  bool mayHaveMissed = mayHaveMissedDead(hasChanged);
  if (!mayHaveDeadCode && !(mayHaveMissed && hasDeadOperation(region, kinds)))
    return false;
  if (!guard.isAllSettled())
    return false;
  bool mergesBlocks = options.regionSimplify == PdllRegionSimplifyAggressive;
  if (failed(simplifyRegions(rewriter, region, mergesBlocks)))
    return false;
  failedMatches.forget();
  return true;
}

/// Without control flow, visiting the list erases what is dead, except for
/// operations that have lost a use by a change in place, or by functions that
/// tell nobody.
bool GreedyRounds::mayHaveMissedDead(bool hasChanged) {
  bool changedInPlace = guard.takeChangedInPlace();
  bool isLimited = numRewrites == options.maxNumRewrites;
  return isLimited || options.strictness != PdllStrictnessAny ||
         (hasChanged && (mayMissDead || changedInPlace ||
                         engine.callsFunctionsThatChange()));
}
