// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_RESULTTYPES_H
#define PDLL_LOWERING_RESULTTYPES_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// An operation without result types takes those of an operation that it
/// replaces. Creates it without results if the attribute `pdll.no_results` says
/// that it has none.
void createWithoutResults(mlir::pdl::RewriteOp rewrite);

} // namespace pdll

#endif // PDLL_LOWERING_RESULTTYPES_H
