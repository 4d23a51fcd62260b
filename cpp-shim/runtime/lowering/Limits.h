// What MLIR's interpreter cannot do although the patterns are right.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_LIMITS_H
#define PDLL_LOWERING_LIMITS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Checks that matching still reaches all of `pattern` after its groups have
/// been lowered.
mlir::LogicalResult checkLostGroups(mlir::pdl::PatternOp pattern);

/// Checks that `rewrite`, in the order in which it will be executed, uses no
/// range of operands after the operation that it belongs to is gone. The
/// interpreter does not copy ranges.
mlir::LogicalResult checkRanges(mlir::pdl::RewriteOp rewrite);

} // namespace pdll

#endif // PDLL_LOWERING_LIMITS_H
