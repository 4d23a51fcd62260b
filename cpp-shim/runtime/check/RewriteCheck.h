// Checks of the rewrite section of a pattern.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_REWRITECHECK_H
#define PDLL_CHECK_REWRITECHECK_H

#include "patterns/RunsIn.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Checks that the rewrite section can be executed in its order.
mlir::LogicalResult checkRewrite(mlir::pdl::RewriteOp rewrite, RunsIn runsIn);

} // namespace pdll

#endif // PDLL_CHECK_REWRITECHECK_H
