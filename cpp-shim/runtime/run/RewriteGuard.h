// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_REWRITEGUARD_H
#define PDLL_RUN_REWRITEGUARD_H

#include "run/ErasedOperations.h"
#include "run/Order.h"
#include "run/PatternMonitor.h"
#include "run/UnsettledOperations.h"

#include "llvm/ADT/SetVector.h"

namespace pdll {

/// Whether the results of `op` can be replaced by these values without a look
/// at their users: all exist, have the same types, and are not its own.
inline bool canReplaceResults(mlir::Operation *op,
                              llvm::ArrayRef<mlir::Value> by) {
  unsigned count = op->getNumResults();
  if (by.size() != count)
    return false;
  for (unsigned index = 0; index < count; ++index) {
    mlir::Value result = op->getResult(index);
    mlir::Value value = by[index];
    if (!value || value == result || value.getType() != result.getType() ||
        (count > 1 && value.getDefiningOp() == op))
      return false;
  }
  return true;
}

/// Watches the rewrites below one operation. MLIR only asserts that an erased
/// operation has no uses left, that a replacement fits, and that patterns leave
/// valid operations. Without assertions it continues with null and dangling
/// values. The guard looks at what a pattern has done when the pattern ends,
/// and reports the first thing that is wrong. The run has then failed, and the
/// driver must stop: nobody may match, fold or simplify what is there. It is
/// safe to destroy it.
class RewriteGuard : public PatternMonitor {
public:
  RewriteGuard(mlir::Operation *root, const PdllPatternSet &set,
               RunRecord *record);

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationModified(mlir::Operation *op) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;
  void notifyBlockErased(mlir::Block *block) override;
  /// `op` has another operand. Nothing else about it has changed.
  virtual void notifyOperandReplaced(mlir::Operation *op);
  /// All operations of `region` have been erased. They are not destroyed yet.
  virtual void notifyRegionErased(mlir::Region & /*region*/) {}
  /// Something else than this rewriter may have changed the program.
  void notifyChangedElsewhere() { order.clear(); }
  void endPattern(size_t pattern, mlir::LogicalResult status) override;
  bool isErased(mlir::Operation *op) const override {
    return erased.contains(op);
  }
  bool replaceRoot(mlir::Operation *root,
                   llvm::ArrayRef<mlir::Operation *> created,
                   llvm::ArrayRef<mlir::Value> by,
                   llvm::ArrayRef<mlir::Operation *> unverified) override;

  /// Returns whether the values can replace the results of `op`. If not,
  /// reports why. `Range` is a range of values.
  template <typename Range>
  bool checkReplacement(mlir::Operation *op, Range replacement);
  /// Returns whether `op` was not erased before. If it was, reports that.
  bool checkPresence(mlir::Operation *op) {
    return !erased.contains(op) || reportErasedTwice(op);
  }
  /// Takes an operation that has no operands any more, and that the guard was
  /// told about. Destroys it when the pattern ends.
  void bury(mlir::Operation *op) {
    if (isInPattern() && op->getBlock() && !op->getNextNode())
      shortened.insert(op->getBlock());
    erased.take(op);
    // What a driver erases by itself is dead.
    if (!isInPattern())
      erased.clear();
  }

  /// Whether changes in place are of interest.
  bool watchesChanges() const { return record || mayUseLaterValues(); }
  /// Whether MLIR may be asked about `op`, such as to fold it.
  bool isSettled(mlir::Operation *op) {
    return !unsettled.contains(op) || unsettled.settle(op);
  }
  /// Whether MLIR may be asked about all operations.
  bool isAllSettled() { return !unsettled.findInvalid(root); }
  /// Call this when the driver is done. Reports operations that patterns have
  /// left invalid.
  void finish();

protected:
  /// Whether `replaceRoot` can do that.
  bool canReplaceRoot(mlir::Operation *root,
                      llvm::ArrayRef<mlir::Value> by) const;
  /// Inserts `op`, which is in no block.
  void insertBefore(mlir::Operation *place, mlir::Operation *op) {
    place->getBlock()->getOperations().insert(place->getIterator(), op);
    order.notifyInserted(op);
  }
  /// `op` is about to be erased.
  void forget(mlir::Operation *op) {
    order.notifyErased(op);
    unsettled.remove(op);
  }
  /// The root has been replaced. Fails if one of these is not valid.
  void endReplacement(llvm::ArrayRef<mlir::Operation *> unverified) {
    hasReplacedRoot = true;
    if (!unverified.empty())
      verify(unverified);
  }

private:
  void verify(llvm::ArrayRef<mlir::Operation *> operations);
  void report(mlir::Operation *op, llvm::StringRef problem);
  void addAffected(mlir::Operation *op);
  void addReordered(mlir::Operation *op);
  void addLoser(mlir::Operation *op);
  void addToRecord(mlir::ValueRange replacement);
  void addUsers(mlir::Operation *op, mlir::ValueRange replacement);
  bool reportReplacement(mlir::Operation *op, mlir::ValueRange replacement);
  bool reportErasedTwice(mlir::Operation *op);
  void checkPattern();
  void recordCreated();
  void checkErased();
  void checkCreated();
  void checkAffected();
  void checkOrder();
  void checkBlocks();

  /// Whether the running pattern has replaced its root at once, and done
  /// nothing else.
  bool hasReplacedRoot = false;
  /// What the running pattern has created.
  llvm::SmallVector<mlir::Operation *> created;
  /// What the running pattern has erased.
  ErasedOperations erased;
  /// The blocks that the running pattern has created, or taken the last
  /// operation from.
  llvm::SmallSetVector<mlir::Block *, 4> shortened;
  /// Operations that the running pattern has made users of values of another
  /// type, or parents of another terminator, or that it took blocks from.
  llvm::SmallSetVector<mlir::Operation *, 4> affected;
  /// Operations that the running pattern may have given operands that are
  /// computed later.
  llvm::SmallSetVector<mlir::Operation *, 4> reordered;
  Order order;
  UnsettledOperations unsettled;
};

inline bool RewriteGuard::canReplaceRoot(mlir::Operation *root,
                                         llvm::ArrayRef<mlir::Value> by) const {
  return !mayUseLaterValues() && root->getNumRegions() == 0 &&
         root->getNumSuccessors() == 0 &&
         std::next(root->getIterator()) != root->getBlock()->end() &&
         canReplaceResults(root, by);
}

/// Most rewrites replace something.
template <typename Range>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool
RewriteGuard::checkReplacement(mlir::Operation *op, Range replacement) {
  unsigned numResults = op->getNumResults();
  bool fits = replacement.size() == numResults;
  bool keepsTypes = true;
  for (unsigned index = 0; fits && index < numResults; ++index) {
    mlir::Value value = replacement[index];
    fits = value && value.getDefiningOp() != op;
    keepsTypes &= fits && value.getType() == op->getResult(index).getType();
  }
  if (record)
    addToRecord(replacement);
  if (fits && (!keepsTypes || mayUseLaterValues()))
    addUsers(op, replacement);
  return fits || reportReplacement(op, replacement);
}

} // namespace pdll

#endif // PDLL_RUN_REWRITEGUARD_H
