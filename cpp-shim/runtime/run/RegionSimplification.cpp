// Whether there is something to simplify in regions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/RegionSimplification.h"
#include "support/OperationPrefetch.h"

#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pdll;

bool pdll::mayHaveDeadCode(Region &region) {
  if (region.empty())
    return false;
  if (!region.hasOneBlock())
    return true;
  // Values are defined before they are used, so they cannot form circles.
  if (mayHaveSSADominance(region))
    return false;
  return llvm::any_of(region.front(),
                      [](Operation &op) { return !op.use_empty(); });
}

bool pdll::hasDeadOperation(Region &region, OperationKinds &kinds) {
  for (Block &block : region) {
    OperationPrefetch prefetch;
    for (Operation &op : block) {
      prefetch.advance(op);
      if (op.use_empty() && kinds.get(&op).has(OperationKind::MayDie) &&
          isOpTriviallyDead(&op))
        return true;
      for (Region &nested : op.getRegions())
        if (hasDeadOperation(nested, kinds))
          return true;
    }
  }
  return false;
}
