// How often patterns may match in a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_REWRITEBUDGET_H
#define PDLL_CONVERSION_REWRITEBUDGET_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// The maximum number of matches in a conversion of what is in `root`.
uint64_t getRewriteBudget(mlir::Operation *root);

} // namespace pdll

#endif // PDLL_CONVERSION_REWRITEBUDGET_H
