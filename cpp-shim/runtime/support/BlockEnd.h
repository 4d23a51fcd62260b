// Where a block ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_BLOCKEND_H
#define PDLL_SUPPORT_BLOCKEND_H

#include "support/Traits.h"

#include "mlir/IR/Builders.h"

namespace pdll {

/// Whether the last operation of a block is its terminator. One that is not
/// registered counts as such.
inline bool mayEndBlock(mlir::Operation *last) {
  return isTerminator(last->getName()) || !last->isRegistered();
}

/// The terminator of a block, or null if the block needs none.
inline mlir::Operation *getEnd(mlir::Block *block) {
  return !block->empty() && mayEndBlock(&block->back()) ? &block->back()
                                                        : nullptr;
}

/// Copies the operations of a block, other than its terminator `end`, which may be
/// null, to where `builder` inserts. `values` take the places of the arguments.
/// Returns what does so for the operands of the terminator.
llvm::SmallVector<mlir::Value> copyOperations(mlir::OpBuilder &builder,
                                              mlir::Block *block,
                                              mlir::Operation *end,
                                              mlir::ValueRange values);

} // namespace pdll

#endif // PDLL_SUPPORT_BLOCKEND_H
