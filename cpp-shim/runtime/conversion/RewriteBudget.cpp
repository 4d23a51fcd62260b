// How often patterns may match in a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/RewriteBudget.h"
#include "run/Termination.h"
#include "support/OperationPrefetch.h"

using namespace mlir;
using namespace pdll;

/// The number of operations in `op`. Reads ahead, unlike MLIR's walk.
static uint64_t countOperations(Operation *op) {
  uint64_t count = 0;
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

uint64_t pdll::getRewriteBudget(Operation *root) {
  return getMaxRewrites(countOperations(root));
}
