// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/WalkDriver.h"
#include "engine/Matcher.h"
#include "run/GuardedRewriter.h"
#include "support/OperationPrefetch.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace pdll;

namespace {

/// A place in a block that is being walked.
struct Cursor {
  explicit Cursor(Block &block)
      : block(&block), next(block.empty() ? nullptr : &block.front()) {}

  Block *block;
  /// The operation that comes next; null at the end of the block.
  Operation *next;
};

/// Remembers the operations that were erased before their turn. A new operation
/// may reuse the address of an erased one, but new operations are not visited
/// either, so an entry stays valid for the whole walk.
class WalkGuard final : public RewriteGuard {
public:
  WalkGuard(Operation *root, const PdllPatternSet &set, RunRecord *record)
      : RewriteGuard(root, set, record) {}

  bool replaceRoot(Operation *root, ArrayRef<Operation *> created,
                   ArrayRef<Value> by,
                   ArrayRef<Operation *> unverified) override {
    return root == visited &&
           RewriteGuard::replaceRoot(root, created, by, unverified);
  }

  void notifyOperationErased(Operation *op) override {
    bool hadItsTurn = mayMove ? op == visited : visited->isAncestor(op);
    if (!hadItsTurn)
      skip(op);
    RewriteGuard::notifyOperationErased(op);
  }

  void notifyBlockErased(Block *block) override {
    for (Cursor *cursor : cursors)
      if (cursor->block == block)
        cursor->next = nullptr;
    RewriteGuard::notifyBlockErased(block);
  }

  /// Operations stay where they are, so that what is in the operation that is visited
  /// has had its turn.
  void assumeNoMoves() { mayMove = false; }

  bool wasErased(Operation *op) const { return erased.contains(op); }
  void beginVisit(Operation *op) { visited = op; }

  void enter(Cursor &cursor) { cursors.push_back(&cursor); }
  void leave() { cursors.pop_back(); }

private:
  void skip(Operation *op) {
    erased.insert(op);
    for (Cursor *cursor : cursors)
      if (cursor->next == op)
        cursor->next = op->getNextNode();
  }

  /// The operation that most rewrites erase. It is not visited again.
  Operation *visited = nullptr;
  bool mayMove = true;
  DenseSet<Operation *> erased;
  /// In the blocks around `visited`, and in its own.
  SmallVector<Cursor *> cursors;
};

/// Applies patterns in the order of a walk: the operations in the regions of an
/// operation come before it.
class Walk {
public:
  Walk(const PdllPatternSet &set, Operation *root,
       const PdllDriverOptions &options, RunRecord *record)
      : engine(*set.engine), guard(root, set, record),
        rewriter(root->getContext(), guard),
        matcher(engine, guard, root->getContext()),
        numRewritesLeft(options.maxNumRewrites) {
    guard.setMaxSearchedUsers(options.maxSearchedUsers);
    guard.setRewriteLimit(options.rewriteLimit);
    guard.getGrowth().setMaxMegabytes(options.maxGrowth);
  }

  /// Visits operations while it finds them, which are then still in the cache
  /// of the processor. Patterns must not move operations, and create them
  /// before the one that is visited.
  void visitInPlace(Operation *root);
  /// Finds all operations before it visits the first one.
  void visitList(Operation *root);
  void visitAll(ArrayRef<Operation *> operations);
  /// Returns whether all has gone well.
  LogicalResult finish(PatternTotals &totals);

private:
  void visitInPlace(Block &block);
  void collect(Operation *op, SmallVectorImpl<Operation *> &operations);
  void visit(Operation *op);
  bool isOver() const { return numRewritesLeft == 0 || guard.hasFailed(); }

  const Engine &engine;
  WalkGuard guard;
  GuardedRewriter rewriter;
  Matcher matcher;
  /// Negative if there is no limit.
  int64_t numRewritesLeft;
};

} // namespace

/// The blocks of a region that can be reached.
static SmallVector<Block *, 4> getReachableBlocks(Region &region) {
  if (region.empty())
    return {};
  if (region.hasOneBlock())
    return {&region.front()};
  SmallVector<Block *, 4> blocks;
  for (Block &block : region)
    blocks.push_back(&block);
  llvm::DenseSet<Block *> reachable(blocks.size());
  SmallVector<Block *> open{&region.front()};
  reachable.insert(open.front());
  while (!open.empty())
    for (Block *successor : open.pop_back_val()->getSuccessors())
      if (reachable.insert(successor).second)
        open.push_back(successor);
  if (reachable.size() != blocks.size())
    llvm::erase_if(blocks,
                   [&](Block *block) { return !reachable.contains(block); });
  return blocks;
}

void Walk::visitInPlace(Operation *root) {
  guard.assumeNoMoves();
  for (Region &region : root->getRegions())
    for (Block *block : getReachableBlocks(region)) {
      visitInPlace(*block);
      // A pattern may erase what is around the operation that it matches.
      if (guard.wasErased(root))
        return;
    }
}

void Walk::visitInPlace(Block &block) {
  Cursor cursor(block);
  guard.enter(cursor);
  OperationPrefetch prefetch;
  while (Operation *op = cursor.next) {
    if (isOver())
      break;
    prefetch.advance(*op);
    cursor.next = op->getNextNode();
    if (op->getNumRegions() != 0) {
      visitInPlace(op);
      if (isOver() || guard.wasErased(op))
        continue;
    }
    visit(op);
  }
  guard.leave();
}

void Walk::visitList(Operation *root) {
  // Most functions are no longer than this.
  SmallVector<Operation *, 256> operations;
  collect(root, operations);
  visitAll(operations);
}

void Walk::visitAll(ArrayRef<Operation *> operations) {
  for (Operation *op : operations) {
    if (isOver())
      break;
    if (!guard.wasErased(op))
      visit(op);
  }
}

/// Appends the operations in the regions of `op` that may match.
void Walk::collect(Operation *op, SmallVectorImpl<Operation *> &operations) {
  for (Region &region : op->getRegions())
    for (Block *block : getReachableBlocks(region)) {
      OperationPrefetch prefetch;
      for (Operation &nested : *block) {
        prefetch.advance(nested);
        collect(&nested, operations);
        if (engine.mayMatch(&nested))
          operations.push_back(&nested);
      }
    }
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void Walk::visit(Operation *op) {
  guard.beginVisit(op);
  if (succeeded(matcher.matchAndRewrite(op, rewriter)))
    --numRewritesLeft;
}

LogicalResult Walk::finish(PatternTotals &totals) {
  guard.finish();
  totals.add(guard.getTotals());
  return failure(guard.hasFailed());
}

LogicalResult pdll::applyByWalk(const PdllPatternSet &set, Operation *root,
                                const PdllDriverOptions &options,
                                PatternTotals &totals, RunRecord *record) {
  Walk walk(set, root, options, record);
  bool mayMove = llvm::any_of(set.infos, [](const PatternInfo &info) {
    return info.mayMoveOperations;
  });
  if (mayMove)
    walk.visitList(root);
  else
    walk.visitInPlace(root);
  return walk.finish(totals);
}

LogicalResult pdll::applyToOperations(const PdllPatternSet &set,
                                      Operation *root,
                                      ArrayRef<Operation *> operations,
                                      const PdllDriverOptions &options,
                                      PatternTotals &totals,
                                      RunRecord *record) {
  Walk walk(set, root, options, record);
  walk.visitAll(operations);
  return walk.finish(totals);
}
