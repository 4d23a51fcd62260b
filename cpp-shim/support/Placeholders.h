// Placeholders for values that a broken rewrite lacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PLACEHOLDERS_H
#define PDLL_SUPPORT_PLACEHOLDERS_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Creates values of the given types before `op`. No driver is notified.
mlir::ValueRange createPlaceholders(mlir::Operation *op, mlir::TypeRange types);

/// Adds operands until `op` has at least as many as its definition names.
/// Without them, questions about its effects and the like could crash, because
/// operations do not check whether they have the operands that they should
/// have.
void addMissingOperands(mlir::Operation *op);

} // namespace pdll

#endif // PDLL_SUPPORT_PLACEHOLDERS_H
