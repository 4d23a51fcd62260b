// Where a builder inserts, for diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/InsertionPlace.h"

using namespace mlir;

Location pdll::getInsertionPlace(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  if (block && builder.getInsertionPoint() != block->end())
    return builder.getInsertionPoint()->getLoc();
  Operation *parent = block ? block->getParentOp() : nullptr;
  return parent ? parent->getLoc() : UnknownLoc::get(builder.getContext());
}
