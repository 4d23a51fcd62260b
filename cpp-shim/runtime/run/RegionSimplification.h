// Whether there is something to simplify in regions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_REGIONSIMPLIFICATION_H
#define PDLL_RUN_REGIONSIMPLIFICATION_H

#include "run/OperationKinds.h"

#include "mlir/IR/Region.h"

namespace pdll {

/// Whether `region` itself, without the regions in it, may have more to
/// simplify than operations that are dead and have no uses: control flow, or
/// dead operations that use each other in a circle.
bool mayHaveDeadCode(mlir::Region &region);

/// Whether some operation below `region` is dead and has no uses. If there is
/// none, and no region in it may have dead code, then MLIR's simplification of
/// regions has nothing to do.
bool hasDeadOperation(mlir::Region &region, OperationKinds &kinds);

} // namespace pdll

#endif // PDLL_RUN_REGIONSIMPLIFICATION_H
