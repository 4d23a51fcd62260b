// Where a block ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_BLOCKEND_H
#define PDLL_SUPPORT_BLOCKEND_H

#include "support/Traits.h"

namespace pdll {

/// The terminator of a block, or null if the block needs none. An operation at
/// the end that is not registered counts as terminator.
inline mlir::Operation *getEnd(mlir::Block *block) {
  if (block->empty())
    return nullptr;
  mlir::Operation *last = &block->back();
  return isTerminator(last->getName()) || !last->isRegistered() ? last
                                                                : nullptr;
}

} // namespace pdll

#endif // PDLL_SUPPORT_BLOCKEND_H
