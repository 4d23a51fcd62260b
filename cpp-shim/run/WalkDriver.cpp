// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/WalkDriver.h"

#include "run/RewriteGuard.h"
#include "support/OperationPrefetch.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Remembers the operations that were erased before they were visited. A new
/// operation may reuse the address of an erased one, but new operations are not
/// visited either, so an entry stays valid for the whole walk.
class WalkGuard final : public RewriteGuard {
public:
  using RewriteGuard::RewriteGuard;

  void notifyOperationErased(Operation *op) override {
    skip(op);
    RewriteGuard::notifyOperationErased(op);
  }

  using RewriteGuard::checkReplacement;

  /// The same as the notification when no result of `op` is in use.
  void forget(Operation *op) {
    skip(op);
    RewriteGuard::forget(op);
  }

  /// Returns whether `op` is still there.
  bool visit(Operation *op) {
    visited = op;
    return !erased.contains(op);
  }

private:
  void skip(Operation *op) {
    if (op != visited)
      erased.insert(op);
  }

  /// The operation that most rewrites erase. It is not visited again.
  Operation *visited = nullptr;
  DenseSet<Operation *> erased;
};

/// Does what MLIR's rewriter does, but faster. With a listener, MLIR's rewriter
/// reports each use that it replaces, which the guard does not need, and erases
/// the operations in regions one by one.
class WalkRewriter : public PatternRewriter {
public:
  WalkRewriter(MLIRContext *context, WalkGuard &guard)
      : PatternRewriter(context), guard(guard) {
    setListener(&guard);
  }

  void replaceOp(Operation *op, ValueRange values) override {
    if (guard.checkReplacement(op, values))
      op->replaceAllUsesWith(values);
    if (op->getNumRegions() != 0)
      return PatternRewriter::eraseOp(op);
    guard.forget(op);
    leave(op);
    op->erase();
  }

  void replaceOp(Operation *op, Operation *replacement) override {
    replaceOp(op, replacement->getResults());
  }

  void eraseOp(Operation *op) override {
    if (op->getNumRegions() != 0)
      return PatternRewriter::eraseOp(op);
    guard.notifyOperationErased(op);
    // A graph region may use what is erased.
    op->dropAllUses();
    leave(op);
    op->erase();
  }

  void finalizeOpModification(Operation *) override {}

private:
  /// Inserts elsewhere than at `op` from now on.
  void leave(Operation *op) {
    if (getInsertionPoint() == op->getIterator())
      setInsertionPointAfter(op);
  }

  WalkGuard &guard;
};

} // namespace

/// Appends the operations of `region` that can be reached and may match, in
/// visiting order.
static void collectOperations(Region &region, const Engine &engine,
                              SmallVectorImpl<Operation *> &operations) {
  if (region.empty())
    return;
  llvm::df_iterator_default_set<Block *> reachable;
  for (Block *block : llvm::depth_first_ext(&region.front(), reachable))
    (void)block;

  for (Block &block : region) {
    if (!reachable.contains(&block))
      continue;
    OperationPrefetch prefetch;
    for (Operation &op : block) {
      prefetch.advance(op);
      for (Region &nested : op.getRegions())
        collectOperations(nested, engine, operations);
      if (engine.mayMatch(&op))
        operations.push_back(&op);
    }
  }
}

LogicalResult pdll::applyByWalk(const PdllPatternSet &set, Operation *root,
                                int64_t maxNumRewrites, PatternTotals &totals,
                                RunRecord *record) {
  // Most functions are no longer than this.
  SmallVector<Operation *, 256> operations;
  for (Region &region : root->getRegions())
    collectOperations(region, *set.engine, operations);

  WalkGuard guard(root, set, record);
  WalkRewriter rewriter(root->getContext(), guard);
  std::unique_ptr<Matcher> matcher = set.engine->createMatcher(guard);

  int64_t numRewrites = 0;
  for (Operation *op : operations) {
    if (numRewrites == maxNumRewrites)
      break;
    if (!guard.visit(op))
      continue;
    rewriter.setInsertionPoint(op);
    if (succeeded(matcher->matchAndRewrite(op, rewriter)))
      ++numRewrites;
  }
  totals = guard.getTotals();
  return failure(guard.hasFailed());
}
