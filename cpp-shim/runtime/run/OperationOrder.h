// The order of operations in blocks that change.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_OPERATIONORDER_H
#define PDLL_RUN_OPERATIONORDER_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Compares the places of operations in their blocks. MLIR does so, too, but
/// numbers a whole block again when some operations were inserted at one place,
/// which is too long to do for each rewrite. Here, only the neighbours of what
/// was inserted get new numbers.
///
/// Operations must be removed before they move or are destroyed.
class OperationOrder {
public:
  /// Whether `a` comes before `b`, which is in the same block.
  bool isBefore(mlir::Operation *a, mlir::Operation *b) {
    number(a);
    number(b);
    return numbers.lookup(a) < numbers.lookup(b);
  }
  void remove(mlir::Operation *op) {
    if (!numbers.empty())
      numbers.erase(op);
  }
  void clear() { numbers.clear(); }

private:
  void number(mlir::Operation *op);

  /// They increase within a block. An operation without a number is new there.
  llvm::DenseMap<mlir::Operation *, uint64_t> numbers;
};

} // namespace pdll

#endif // PDLL_RUN_OPERATIONORDER_H
