// Warnings about operations that no program can contain.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_NEVERMATCHES_H
#define PDLL_CHECK_NEVERMATCHES_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Warns about operations of the match section that are not as their dialects
/// want them. The Rust frontend warns if `.td` files say so; this needs none,
/// and also serves patterns in the dialect `pdl`.
void warnIfNeverMatches(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_CHECK_NEVERMATCHES_H
