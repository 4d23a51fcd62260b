// How many rewrites patterns may make in all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/RewriteBudget.h"
#include "support/OperationPrefetch.h"

using namespace mlir;
using namespace pdll;

/// The number of operations in `op`. Reads ahead, unlike MLIR's walk.
static int64_t countOperations(Operation *op) {
  int64_t count = 0;
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      OperationPrefetch prefetch;
      for (Operation &nested : block) {
        prefetch.advance(nested);
        count += 1 + (nested.getNumRegions() ? countOperations(&nested) : 0);
      }
    }
  }
  return count;
}

int64_t pdll::getRewriteBudget(Operation *root) {
  return 50000 + 1000 * countOperations(root);
}
