// How many rewrites patterns may make in all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_REWRITEBUDGET_H
#define PDLL_RUN_REWRITEBUDGET_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Patterns that undo each other, or feed themselves, match without end, even
/// within one round of a driver. No sensible set of patterns needs as many
/// rewrites as this to process what is in `root`.
int64_t getRewriteBudget(mlir::Operation *root);

} // namespace pdll

#endif // PDLL_RUN_REWRITEBUDGET_H
