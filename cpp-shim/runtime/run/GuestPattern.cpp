// Sets of patterns among the patterns of MLIR's drivers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GuestPattern.h"
#include "engine/Matcher.h"
#include "run/GuardedRewriter.h"
#include "run/Termination.h"
#include "support/Placeholders.h"
#include "support/ReportLocation.h"
#include "support/Traits.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pdll;

namespace {

using Listener = RewriterBase::Listener;

/// Watches one rewrite, and hands on what happens to the listener of the driver.
class GuestGuard final : public RewriteGuard {
public:
  GuestGuard(Operation *root, const PdllPatternSet &set, Listener &host)
      : RewriteGuard(root, set, /*record=*/nullptr), host(host) {
    canReplaceRoots = false;
  }

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    RewriteGuard::notifyOperationInserted(op, previous);
    host.notifyOperationInserted(op, previous);
    if (!previous.isSet())
      created.insert(op);
  }
  void notifyOperationModified(Operation *op) override {
    RewriteGuard::notifyOperationModified(op);
    host.notifyOperationModified(op);
  }
  void notifyOperationErased(Operation *op) override {
    host.notifyOperationErased(op);
    RewriteGuard::notifyOperationErased(op);
    isRootErased |= op == root;
    created.remove(op);
    llvm::erase_if(retyped, [&](const Retyped &one) { return one.op == op; });
  }
  void notifyBlockInserted(Block *block, Region *previous,
                           Region::iterator previousIt) override {
    RewriteGuard::notifyBlockInserted(block, previous, previousIt);
    host.notifyBlockInserted(block, previous, previousIt);
  }
  void notifyBlockErased(Block *block) override {
    host.notifyBlockErased(block);
    RewriteGuard::notifyBlockErased(block);
  }

  /// Tells the driver in time which values take the place of the results of `op`.
  void announceReplacement(Operation *op, ValueRange values) {
    bool fits = values.size() == op->getNumResults() &&
                llvm::all_of(values, [](Value value) { return !!value; });
    if (fits)
      host.notifyOperationReplaced(op, values);
  }
  /// An operand gets a value of another type than `before`.
  void addRetyped(OpOperand &operand, Type before) {
    retyped.push_back(
        {operand.getOwner(), operand.getOperandNumber(), before});
  }

  /// What the rewrite has created, and not erased.
  ArrayRef<Operation *> getCreated() const { return created.getArrayRef(); }
  /// Whether the rewrite has erased what it was in.
  bool hasErasedRoot() const { return isRootErased; }
  /// Fails after the last of too many rewrites.
  void failToTerminate();
  /// After a failure, takes out what MLIR must not fold: what has been created, and
  /// operands of types that their operations may not take.
  void repair(RewriterBase &rewriter);

private:
  /// An operand whose type has changed, and its type before.
  struct Retyped {
    Operation *op;
    unsigned operand;
    Type before;
  };

  Listener &host;
  bool isRootErased = false;
  llvm::SetVector<Operation *> created;
  SmallVector<Retyped> retyped;
};

/// Tells the driver about replacements.
class GuestRewriter final : public GuardedRewriter {
public:
  GuestRewriter(MLIRContext *context, GuestGuard &guard)
      : GuardedRewriter(context, guard), guard(guard) {}

  void replaceOp(Operation *op, ValueRange values) override {
    guard.announceReplacement(op, values);
    GuardedRewriter::replaceOp(op, values);
  }
  void replaceOp(Operation *op, Operation *replacement) override {
    replaceOp(op, ValueRange(replacement->getResults()));
  }
  using GuardedRewriter::replaceAllUsesWith;
  void replaceAllUsesWith(Value from, Value to) override {
    for (OpOperand &use : llvm::make_early_inc_range(from.getUses())) {
      if (from.getType() != to.getType())
        guard.addRetyped(use, from.getType());
      use.set(to);
      guard.notifyOperationModified(use.getOwner());
    }
  }

private:
  GuestGuard &guard;
};

/// Applies a set of patterns. What it remembers changes while a driver runs.
class GuestPattern final : public RewritePattern {
public:
  GuestPattern(MLIRContext *context, PatternBenefit benefit,
               std::shared_ptr<const PdllPatternSet> set,
               ReportGuestFailure report)
      : RewritePattern(MatchAnyOpTypeTag(), benefit, context),
        set(std::move(set)), report(std::move(report)) {
    setDebugName("pdll");
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (hasFailed || !set->engine->mayMatch(op))
      return failure();
    return apply(op, rewriter);
  }

private:
  LogicalResult apply(Operation *op, PatternRewriter &rewriter) const;
  void enter(Operation *root) const;

  std::shared_ptr<const PdllPatternSet> set;
  ReportGuestFailure report;
  mutable bool hasFailed = false;
  /// The operations in which patterns were tried, and those that rewrites have created:
  /// all other ones are a part of the program, by whose size the rewrites are limited.
  mutable DenseSet<Operation *> known;
  mutable uint64_t numOperations = 0;
  mutable uint64_t numRewrites = 0;
  mutable Growth growth{/*root=*/nullptr};
};

} // namespace

void GuestGuard::failToTerminate() {
  InFlightDiagnostic error = emitError(getReportLocation(root))
                             << "the patterns do not appear to terminate";
  describeLastRewrite(error);
  failed = true;
}

void GuestGuard::repair(RewriterBase &rewriter) {
  for (auto [op, operand, before] : retyped)
    if (operand < op->getNumOperands())
      op->setOperand(operand, createPlaceholders(op, before).front());
  // What is in the regions of another goes with it.
  auto isInside = [&](Operation *op) {
    while ((op = op->getParentOp()))
      if (created.contains(op))
        return true;
    return false;
  };
  SmallVector<Operation *> outer;
  llvm::copy_if(created, std::back_inserter(outer), [&](Operation *op) {
    return !isTerminator(op->getName()) && !isInside(op);
  });
  created.clear();
  for (Operation *op : llvm::reverse(outer))
    rewriter.replaceOp(op, createPlaceholders(op, op->getResultTypes()));
}

/// The closest operation around `op` that is isolated from above, or the outermost one.
static Operation *getRoot(Operation *op) {
  while (Operation *parent = op->getParentOp()) {
    op = parent;
    if (isIsolatedFromAbove(op->getName()))
      break;
  }
  return op;
}

void GuestPattern::enter(Operation *root) const {
  if (!known.insert(root).second)
    return;
  for (Region &region : root->getRegions())
    for (Operation &op : region.getOps())
      op.walk([&](Operation *) { ++numOperations; });
}

static Operation *getOutermost(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return op;
}

LogicalResult GuestPattern::apply(Operation *op,
                                  PatternRewriter &rewriter) const {
  Operation *root = getRoot(op);
  enter(root);
  // MLIR's drivers always listen.
  static Listener nobody;
  auto *listener = dyn_cast_if_present<Listener>(rewriter.getListener());
  GuestGuard guard(root, *set, listener ? *listener : nobody);
  std::swap(guard.getGrowth(), growth);
  GuestRewriter guarded(op->getContext(), guard);
  Matcher matcher(*set->engine, guard, op->getContext());
  Operation *outermost = getOutermost(root);
  LogicalResult result = matcher.matchAndRewrite(op, guarded);
  std::swap(guard.getGrowth(), growth);
  known.insert(guard.getCreated().begin(), guard.getCreated().end());
  if (guard.hasErasedRoot()) {
    known.erase(root);
    root = outermost;
  } else {
    if (succeeded(result) && ++numRewrites > getMaxRewrites(numOperations))
      guard.failToTerminate();
    // MLIR may fold all operations from now on, so that none may be invalid.
    guard.finish();
  }
  hasFailed = guard.hasFailed();
  if (hasFailed) {
    guard.repair(rewriter);
    report(root);
  }
  // After a rewrite that stopped half way, the operation may be gone.
  return success(succeeded(result) || hasFailed);
}

/// The greatest benefit of the patterns. The largest number would mean that none matches.
static PatternBenefit getBenefit(const PdllPatternSet &set) {
  constexpr uint16_t max = 65534;
  uint16_t benefit = 0;
  for (const PatternInfo &info : set.infos)
    benefit = std::max<uint16_t>(benefit, std::min(info.benefit, max));
  return PatternBenefit(benefit);
}

void pdll::addGuestPattern(RewritePatternSet &patterns,
                           std::shared_ptr<const PdllPatternSet> set,
                           ReportGuestFailure report) {
  PatternBenefit benefit = getBenefit(*set);
  patterns.add(std::make_unique<GuestPattern>(
      patterns.getContext(), benefit, std::move(set), std::move(report)));
}
