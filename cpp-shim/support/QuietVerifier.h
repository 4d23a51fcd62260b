// Verification without diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_QUIETVERIFIER_H
#define PDLL_SUPPORT_QUIETVERIFIER_H

#include "mlir/IR/Operation.h"

#include <string>

namespace pdll {

/// What the verifier says first of `op` alone; nothing if it accepts it.
std::string verifyQuietly(mlir::Operation *op);

/// The first thing that is reported on this thread while `check` runs, or
/// something else if it fails in silence; nothing if it succeeds.
std::string catchDiagnostic(mlir::MLIRContext *context,
                            llvm::function_ref<llvm::LogicalResult()> check);

} // namespace pdll

#endif // PDLL_SUPPORT_QUIETVERIFIER_H
