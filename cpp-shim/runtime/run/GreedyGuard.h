// Tells the greedy driver what changes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GREEDYGUARD_H
#define PDLL_RUN_GREEDYGUARD_H

#include "run/FailedMatches.h"
#include "run/GuardedRewriter.h"
#include "run/Termination.h"
#include "run/Worklist.h"

namespace pdll {

/// Lists what a change may affect, as MLIR's greedy driver does: operations
/// that are new, moved, or changed in place, users of what was replaced, and
/// the definitions that an erased operation used.
class GreedyGuard final : public RewriteGuard {
public:
  GreedyGuard(mlir::Operation *root, const PdllPatternSet &set,
              RunRecord *record, Worklist &worklist,
              FailedMatches &failedMatches, Termination &termination)
      : RewriteGuard(root, set, record), worklist(worklist),
        failedMatches(failedMatches), termination(termination) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationModified(mlir::Operation *op) override;
  void notifyOperandReplaced(mlir::Operation *op) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyRegionErased(mlir::Region &region) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;

  bool replaceRoot(mlir::Operation *root,
                   llvm::ArrayRef<mlir::Operation *> created,
                   llvm::ArrayRef<mlir::Value> by,
                   llvm::ArrayRef<mlir::Operation *> unverified) override;

  /// Whether the control flow has changed since the last call.
  bool takeBlocksChanged() { return std::exchange(blocksChanged, false); }

  /// Whether operations were changed in place since the last call.
  bool takeChangedInPlace() { return std::exchange(changedInPlace, false); }

private:
  void delist(mlir::Operation *op);
  void pushUser(mlir::Operation *op);
  void pushDefinitions(mlir::Operation *op);
  void pushDifferentDefinitions(mlir::Operation *op);
  void pushDefinition(mlir::OpResult operand, mlir::Operation *user);

  Worklist &worklist;
  FailedMatches &failedMatches;
  Termination &termination;
  bool blocksChanged = false;
  bool changedInPlace = false;
};

/// Tells the guard about each user of a value that it replaces.
class GreedyRewriter final : public GuardedRewriter {
public:
  GreedyRewriter(mlir::MLIRContext *context, GreedyGuard &guard)
      : GuardedRewriter(context, guard), guard(guard) {}

  using GuardedRewriter::replaceAllUsesWith;
  void replaceAllUsesWith(mlir::Value from, mlir::Value to) override;

private:
  GreedyGuard &guard;
};

} // namespace pdll

#endif // PDLL_RUN_GREEDYGUARD_H
