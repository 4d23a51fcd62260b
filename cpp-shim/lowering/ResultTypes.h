// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_RESULTTYPES_H
#define PDLL_LOWERING_RESULTTYPES_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// An operation without result types takes those of an operation that it
/// replaces. Creates it without results if the attribute `pdll.no_results` says
/// that it has none.
void createWithoutResults(mlir::pdl::RewriteOp rewrite);

/// MLIR's interpreter lets an operation infer its result types without
/// properties, without checking that the operands are what the operation
/// expects, and ignores failures. Lets a function of pdll infer them instead.
void inferResultTypesSafely(mlir::pdl::RewriteOp rewrite);

/// Registers that function.
void registerResultTypeInference(mlir::PDLPatternModule &patterns);

} // namespace pdll

#endif // PDLL_LOWERING_RESULTTYPES_H
