// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/WalkDriver.h"
#include "engine/Matcher.h"
#include "run/GuardedRewriter.h"
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
    if (op != visited)
      erased.insert(op);
    RewriteGuard::notifyOperationErased(op);
  }

  /// Returns whether `op` is still there.
  bool visit(Operation *op) {
    visited = op;
    return !erased.contains(op);
  }

private:
  /// The operation that most rewrites erase. It is not visited again.
  Operation *visited = nullptr;
  DenseSet<Operation *> erased;
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
                                const PdllDriverOptions &options,
                                PatternTotals &totals, RunRecord *record) {
  // Most functions are no longer than this.
  SmallVector<Operation *, 256> operations;
  for (Region &region : root->getRegions())
    collectOperations(region, *set.engine, operations);

  WalkGuard guard(root, set, record);
  guard.setMaxSearchedUsers(options.maxSearchedUsers);
  GuardedRewriter rewriter(root->getContext(), guard);
  Matcher matcher(*set.engine, guard);

  int64_t numRewrites = 0;
  for (Operation *op : operations) {
    if (numRewrites == options.maxNumRewrites || guard.hasFailed())
      break;
    if (!guard.visit(op))
      continue;
    rewriter.setInsertionPoint(op);
    if (succeeded(matcher.matchAndRewrite(op, rewriter)))
      ++numRewrites;
  }
  guard.finish();
  totals.add(guard.getTotals());
  return failure(guard.hasFailed());
}
