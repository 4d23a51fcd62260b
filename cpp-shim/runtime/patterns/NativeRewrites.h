// Rewrites that are one native function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_NATIVEREWRITES_H
#define PDLL_PATTERNS_NATIVEREWRITES_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Turns each rewrite by a native function alone into a section with one call,
/// so that checks and the engine meet one form only. A rewrite without
/// arguments stays as it is, because `checkPatterns` refuses it.
void openNativeRewrites(mlir::ModuleOp module);

} // namespace pdll

#endif // PDLL_PATTERNS_NATIVEREWRITES_H
