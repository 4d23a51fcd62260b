// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WalkDriver.h"

#include "PatternMonitor.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;

namespace {

/// Remembers what was erased before it was visited. The address of an erased
/// operation can be used again for a new one, which is not to be visited
/// either, so an entry stays valid for the whole walk.
class ErasureListener : public RewriterBase::ForwardingListener {
public:
  using ForwardingListener::ForwardingListener;

  void notifyOperationErased(Operation *op) override {
    if (op != visited)
      erased.insert(op);
    ForwardingListener::notifyOperationErased(op);
  }

  /// Returns whether `op` is still there.
  bool visit(Operation *op) {
    visited = op;
    return !erased.contains(op);
  }

private:
  /// Most rewrites erase this one, and nobody asks for it again.
  Operation *visited = nullptr;
  DenseSet<Operation *> erased;
};

} // namespace

/// Appends the operations of `region` that can be reached, in visiting order.
static void collectOperations(Region &region,
                              SmallVectorImpl<Operation *> &operations) {
  if (region.empty())
    return;
  llvm::df_iterator_default_set<Block *> reachable;
  for (Block *block : llvm::depth_first_ext(&region.front(), reachable))
    (void)block;

  for (Block &block : region) {
    if (!reachable.contains(&block))
      continue;
    for (Operation &op : block) {
      for (Region &nested : op.getRegions())
        collectOperations(nested, operations);
      operations.push_back(&op);
    }
  }
}

void pdll::applyPatternsByWalk(Operation *root, const PdllPatternSet &set,
                               int64_t maxNumRewrites,
                               PatternMonitor &monitor) {
  SmallVector<Operation *> operations;
  for (Region &region : root->getRegions())
    collectOperations(region, operations);

  ErasureListener erasures(&monitor);
  PatternRewriter rewriter(root->getContext());
  rewriter.setListener(&erasures);
  PatternApplicator applicator(set.patterns);
  applicator.applyDefaultCostModel();

  int64_t numRewrites = 0;
  for (Operation *op : operations) {
    if (numRewrites == maxNumRewrites)
      return;
    if (!erasures.visit(op) || !set.mayMatch(op))
      continue;
    rewriter.setInsertionPoint(op);
    auto begin = [&](const Pattern &pattern) {
      monitor.notifyPatternBegin(pattern, op);
      return true;
    };
    auto fail = [&](const Pattern &pattern) {
      monitor.notifyPatternEnd(pattern, failure());
    };
    auto succeed = [&](const Pattern &pattern) {
      monitor.notifyPatternEnd(pattern, success());
      return success();
    };
    if (succeeded(
            applicator.matchAndRewrite(op, rewriter, begin, fail, succeed)))
      ++numRewrites;
  }
}
