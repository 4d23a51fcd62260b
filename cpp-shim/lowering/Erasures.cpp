// The order of erasures in a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Erasures.h"

using namespace mlir;
using namespace pdll;

void pdll::moveErasuresBack(pdl::RewriteOp rewrite) {
  Block *body = rewrite.getBody();
  SmallVector<Operation *> erasures;
  auto moveBefore = [&](Block::iterator place) {
    for (Operation *erasure : erasures)
      erasure->moveBefore(body, place);
    erasures.clear();
  };
  for (Operation &op : llvm::make_early_inc_range(*body)) {
    if (isa<pdl::EraseOp, pdl::ReplaceOp>(op))
      erasures.push_back(&op);
    else if (isa<pdl::ApplyNativeRewriteOp>(op))
      moveBefore(op.getIterator());
  }
  moveBefore(body->end());
}
