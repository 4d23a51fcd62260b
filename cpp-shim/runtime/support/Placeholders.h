// Placeholders for values that a broken rewrite lacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PLACEHOLDERS_H
#define PDLL_SUPPORT_PLACEHOLDERS_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Creates values of the given types before `op`. No driver is notified.
mlir::ValueRange createPlaceholders(mlir::Operation *op, mlir::TypeRange types);

} // namespace pdll

#endif // PDLL_SUPPORT_PLACEHOLDERS_H
