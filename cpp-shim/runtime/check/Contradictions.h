// Warnings about constraints that exclude each other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_CONTRADICTIONS_H
#define PDLL_CHECK_CONTRADICTIONS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Warns if the native constraints of the match section cannot all hold. Only
/// pdll's own constraints are known: those whose arguments are constants are
/// called, and the others say what they demand of types and numbers.
void warnIfContradictory(mlir::pdl::PatternOp pattern);

/// Warns if the last native constraint, a program of `PDLL_FN_ANY_OF` with one
/// branch, cannot hold when the others do.
void warnIfRuleIsContradicted(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_CHECK_CONTRADICTIONS_H
