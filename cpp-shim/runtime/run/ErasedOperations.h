// The operations that a pattern has erased.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_ERASEDOPERATIONS_H
#define PDLL_RUN_ERASEDOPERATIONS_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Keeps operations that a pattern has erased until the pattern ends. Only then
/// it is known whether something still uses their results: the user may be
/// erased next, and may be in any block or region. Until then, values of the
/// match that a rewrite should no longer use still point to an operation.
///
/// Erased operations are in no block. All others are.
class ErasedOperations {
public:
  /// `root` is around everything that may be erased.
  explicit ErasedOperations(mlir::Operation *root) : root(root) {}
  ErasedOperations(const ErasedOperations &) = delete;
  ErasedOperations &operator=(const ErasedOperations &) = delete;
  ~ErasedOperations() {
    if (mayBeUsed())
      dropUses();
    clear();
  }

  /// Takes `op` out of its block. It and the operations in its regions must not
  /// have operands any more.
  void take(mlir::Operation *op) {
    op->remove();
    operations.push_back(op);
    hasRegions |= op->getNumRegions() != 0;
  }

  /// Whether `op`, or an operation around it, was erased.
  bool contains(mlir::Operation *op) const {
    return op != root && (!op->getBlock() || (hasRegions && isInside(op)));
  }

  /// Whether values may be in use. This takes little time, unlike `findUse`.
  bool mayBeUsed() const { return llvm::any_of(operations, hasUsedValues); }
  /// A use of a value of erased operations by one that was not erased; null if
  /// there is none. Their values are their results, and what is in their regions.
  mlir::OpOperand *findUse() const;

  /// Puts placeholders where the values are in use, so that nothing points to
  /// erased operations.
  void replaceUses();

  /// Makes the uses of all values null.
  void dropUses();

  /// Destroys the operations. Their values must not be in use.
  void clear() {
    for (mlir::Operation *op : operations) {
      if (op->getNumRegions() != 0)
        empty(op);
      op->destroy();
    }
    operations.clear();
    hasRegions = false;
  }

private:
  static bool hasUsedValues(mlir::Operation *op) {
    for (unsigned index = 0, count = op->getNumResults(); index < count;
         ++index)
      if (!op->getResult(index).use_empty())
        return true;
    return op->getNumRegions() != 0 && hasUsedValuesInside(op);
  }
  static bool hasUsedValuesInside(mlir::Operation *op);
  static void empty(mlir::Operation *op);
  bool isInside(mlir::Operation *op) const;
  mlir::OpOperand *findUse(mlir::Value value) const;

  mlir::Operation *root;
  llvm::SmallVector<mlir::Operation *, 4> operations;
  /// Whether an operation has regions, so that others may be inside.
  bool hasRegions = false;
};

} // namespace pdll

#endif // PDLL_RUN_ERASEDOPERATIONS_H
