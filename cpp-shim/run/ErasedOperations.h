// The operations that a pattern has erased.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_ERASEDOPERATIONS_H
#define PDLL_RUN_ERASEDOPERATIONS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace pdll {

/// Keeps operations that a pattern has erased until the pattern ends. Only then
/// it is known whether something still uses their results: the user may be
/// erased next, and may be in any block or region. Until then, values of the
/// match that a rewrite should no longer use still point to an operation.
class ErasedOperations {
public:
  ErasedOperations() = default;
  ~ErasedOperations() { clear(); }

  /// Takes `op` out of its block. It and the operations in its regions must not
  /// have operands any more.
  void take(mlir::Operation *op);

  /// Whether `op`, or an operation around it, was erased.
  bool contains(mlir::Operation *op) const {
    return op->getBlock() == &block || (hasRegions && isInside(op));
  }

  /// A use of a result of an erased operation by one that was not; null if
  /// there is none.
  mlir::OpOperand *findUse();

  /// Puts placeholders where the results are in use, so that nothing points to
  /// erased operations.
  void replaceUses();

  /// Destroys the operations. Their remaining uses become null.
  void clear();

private:
  bool isInside(mlir::Operation *op) const;
  mlir::OpOperand *findUse(mlir::Operation *op) const;

  /// The list of the operations. No region owns this block, so it is not part
  /// of the program.
  mlir::Block block;
  /// Whether an operation has regions, so that others may be inside.
  bool hasRegions = false;
};

} // namespace pdll

#endif // PDLL_RUN_ERASEDOPERATIONS_H
