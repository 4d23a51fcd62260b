// Results of operations that a rewrite uses, and that may not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_PRESENCE_H
#define PDLL_LOWERING_PRESENCE_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// MLIR's interpreter represents a result that an operation does not have by
/// null, and crashes where a rewrite uses it. Reports an error at the place of
/// the access instead. An access in a match needs no repair: the match fails.
/// Comes after the erasures have been moved back, because the functions that it
/// adds would be in their way.
void requirePresentResults(mlir::pdl::RewriteOp rewrite);

} // namespace pdll

#endif // PDLL_LOWERING_PRESENCE_H
