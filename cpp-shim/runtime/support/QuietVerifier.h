// Verification without diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_QUIETVERIFIER_H
#define PDLL_SUPPORT_QUIETVERIFIER_H

#include "mlir/IR/Operation.h"

#include <string>

namespace pdll {

/// The first error of the verifier for `op` itself, without its regions; empty
/// if `op` is valid.
std::string verifyQuietly(mlir::Operation *op);

/// Runs `check` and returns the first diagnostic of this thread if it fails, or
/// `invalid` if it fails without one. Returns nothing if it succeeds.
std::string catchDiagnostic(mlir::MLIRContext *context,
                            llvm::function_ref<llvm::LogicalResult()> check);

} // namespace pdll

#endif // PDLL_SUPPORT_QUIETVERIFIER_H
