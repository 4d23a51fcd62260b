// Checks of groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_GROUPCHECK_H
#define PDLL_CHECK_GROUPCHECK_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Checks the groups of the operations of `pattern` against the definitions of
/// these operations, and that the groups that the pattern names exist.
mlir::LogicalResult checkGroups(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_CHECK_GROUPCHECK_H
