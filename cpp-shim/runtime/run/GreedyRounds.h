// The rounds of the greedy driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GREEDYROUNDS_H
#define PDLL_RUN_GREEDYROUNDS_H

#include "contract/Pass.h"
#include "engine/Matcher.h"
#include "run/FoldOperation.h"
#include "run/GreedyGuard.h"

namespace mlir {
class OperationFolder;
} // namespace mlir

namespace pdll {

/// Rewrites the operations of a region, round by round. What happens in a
/// round, and in which order, is the same as in MLIR's greedy driver, so the
/// results are too: list all operations, and merge equal constants while doing
/// so; then visit those on the list, and those that changes add to it; then
/// simplify the regions.
class GreedyRounds {
public:
  GreedyRounds(const PdllPatternSet &set, mlir::Operation *root,
               mlir::Region &region, const PdllDriverOptions &options,
               RunRecord *record);

  enum class Outcome { Unchanged, Changed, Stopped };
  /// Runs one round. It is stopped if the run fails, or does not appear to
  /// terminate.
  Outcome runRound();

  RewriteGuard &getGuard() { return guard; }
  /// Whether there were more rewrites than any patterns need that terminate.
  bool isRunaway() const {
    return termination.isExceeded(guard.getTotals().rewrites);
  }
  /// The place of an operation that is folded without end, if that is why the
  /// round was stopped.
  std::optional<mlir::Location> getEndlessFold() const;

private:
  void fill();
  void listTopDown(mlir::Region &nested, mlir::OperationFolder &folder);
  void listBottomUp(mlir::Region &nested, mlir::OperationFolder &folder);
  void noteRegions(OperationKind kind);
  bool isKept(mlir::Operation *op, OperationKind kind,
              mlir::OperationFolder &folder);
  bool isNewConstant(mlir::Operation *op, mlir::OperationFolder &folder);
  bool rewrite();
  bool visitListed();
  bool visit(Worklist::Visited visited);
  bool changeByItself(mlir::Operation *op);
  FoldOutcome fold(mlir::Operation *op);
  bool simplify(bool hasChanged);
  bool mayHaveMissedDead(bool hasChanged);
  bool mustStop() const { return guard.hasFailed() || isRunaway(); }

  mlir::Region &region;
  const PdllDriverOptions &options;
  /// Whether rewrites are bounded by more than the limits of the user.
  bool boundsRewrites;
  const Engine &engine;
  OperationKinds kinds;
  OperationMarks marks;
  Worklist worklist;
  FailedMatches failedMatches;
  Termination termination;
  GreedyGuard guard;
  GreedyRewriter rewriter;
  Matcher matcher;

  int64_t numRounds = 0;
  /// The rewrites of this round.
  int64_t numRewrites = 0;
  /// Whether some region has more to simplify than operations without uses.
  bool mayHaveDeadCode = false;
  /// Whether visiting all operations may leave some that are dead.
  bool mayMissDead = false;
  /// How often operations were folded in place since something else happened.
  uint64_t numFoldsInPlace = 0;
  std::optional<mlir::Location> lastFold;
};

} // namespace pdll

#endif // PDLL_RUN_GREEDYROUNDS_H
