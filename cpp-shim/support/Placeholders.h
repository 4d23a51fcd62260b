// Values that stand for those that a broken rewrite lacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PLACEHOLDERS_H
#define PDLL_SUPPORT_PLACEHOLDERS_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Creates values of the given types before `op`, unknown to any driver.
mlir::ValueRange createPlaceholders(mlir::Operation *op, mlir::TypeRange types);

/// Operations answer questions about their effects and the like without looking
/// whether they have the operands that they should have. Gives `op` as many as
/// any may have.
void addMissingOperands(mlir::Operation *op);

} // namespace pdll

#endif // PDLL_SUPPORT_PLACEHOLDERS_H
