// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WalkDriver.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;

namespace {

/// Remembers what was erased. The address of an erased operation can be used
/// again for a new one, which is not to be visited either, so an entry stays
/// valid for the whole walk.
class ErasureListener : public RewriterBase::ForwardingListener {
public:
  using ForwardingListener::ForwardingListener;

  void notifyOperationErased(Operation *op) override {
    erased.insert(op);
    ForwardingListener::notifyOperationErased(op);
  }

  bool isErased(Operation *op) const { return erased.contains(op); }

private:
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

void pdll::applyPatternsByWalk(Operation *root,
                               const FrozenRewritePatternSet &patterns,
                               int64_t maxNumRewrites,
                               RewriterBase::Listener *listener) {
  SmallVector<Operation *> operations;
  for (Region &region : root->getRegions())
    collectOperations(region, operations);

  ErasureListener erasures(listener);
  PatternRewriter rewriter(root->getContext());
  rewriter.setListener(&erasures);
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();

  int64_t numRewrites = 0;
  for (Operation *op : operations) {
    if (numRewrites == maxNumRewrites)
      return;
    if (erasures.isErased(op))
      continue;
    rewriter.setInsertionPoint(op);
    auto begin = [&](const Pattern &pattern) {
      listener->notifyPatternBegin(pattern, op);
      return true;
    };
    auto fail = [&](const Pattern &pattern) {
      listener->notifyPatternEnd(pattern, failure());
    };
    auto succeed = [&](const Pattern &pattern) {
      listener->notifyPatternEnd(pattern, success());
      return success();
    };
    if (succeeded(
            applicator.matchAndRewrite(op, rewriter, begin, fail, succeed)))
      ++numRewrites;
  }
}
