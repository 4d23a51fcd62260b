// Checks of the match section of a pattern.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_MATCHCHECK_H
#define PDLL_CHECK_MATCHCHECK_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Checks that the match section of `pattern` binds all values that are used,
/// and that matching reaches each of its operations from the root.
mlir::LogicalResult checkMatch(mlir::pdl::PatternOp pattern);

/// The same, and reports an operation that matching does not reach in these
/// words.
mlir::LogicalResult checkMatch(mlir::pdl::PatternOp pattern,
                               llvm::StringRef unconnectedMessage);

} // namespace pdll

#endif // PDLL_CHECK_MATCHCHECK_H
