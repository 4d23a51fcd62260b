// The order in which values are computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_ORDER_H
#define PDLL_RUN_ORDER_H

#include "run/OperationOrder.h"

#include "mlir/IR/Dominance.h"

namespace pdll {

/// Checks that values are computed before the operations that use them, and
/// that these can use them where they are. It keeps what it has found out about
/// the program, and must be told about all changes.
class Order {
public:
  /// Fails if `value`, as this operand, would not be computed before the
  /// operation that uses it, and reports that. In a graph region there is no
  /// order.
  mlir::LogicalResult verify(mlir::OpOperand &operand, mlir::Value value);
  /// The same for all operands that an operation has.
  mlir::LogicalResult verify(mlir::Operation *user);

  /// The same for `op` and what is in it.
  mlir::LogicalResult verifyAll(mlir::Operation *op);

  /// `op` was created, or has moved.
  void notifyInserted(mlir::Operation *op) {
    operations.remove(op);
    // It may have taken blocks from elsewhere.
    if (op->getNumSuccessors() != 0 || op->getNumRegions() != 0)
      notifyBlocksChanged();
  }
  /// Something about `op` has changed, other than its operands.
  void notifyModified(mlir::Operation *op) {
    if (op->getNumSuccessors() != 0)
      notifyBlocksChanged();
  }
  /// `op` is about to be destroyed.
  void notifyErased(mlir::Operation *op) {
    operations.remove(op);
    if (op->getNumSuccessors() != 0 || op->getNumRegions() != 0)
      notifyBlocksChanged();
  }
  /// There are other blocks than before.
  void notifyBlocksChanged() { areBlocksKnown = false; }
  /// Anything may have changed.
  void clear() {
    operations.clear();
    notifyBlocksChanged();
  }

private:
  bool isComputedBefore(mlir::Value value, mlir::Operation *user);
  bool isAvailable(mlir::Value value, mlir::Operation *user);

  mlir::DominanceInfo &getBlocks() {
    if (!std::exchange(areBlocksKnown, true))
      blocks.invalidate();
    return blocks;
  }

  OperationOrder operations;
  mlir::DominanceInfo blocks;
  /// Whether what `blocks` says is true.
  bool areBlocksKnown = true;
};

} // namespace pdll

#endif // PDLL_RUN_ORDER_H
