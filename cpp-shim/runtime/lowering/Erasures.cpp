// The order of erasures in a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Erasures.h"
#include "contract/Names.h"

using namespace mlir;
using namespace pdll;

/// Whether `op` calls a function that may look at what is erased. Those that
/// pdll has added before do not.
static bool maySeeErasures(Operation &op) {
  auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op);
  return call && !call.getName().starts_with(PDLL_RESERVED_PREFIX);
}

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
    else if (maySeeErasures(op))
      moveBefore(op.getIterator());
  }
  moveBefore(body->end());
}
