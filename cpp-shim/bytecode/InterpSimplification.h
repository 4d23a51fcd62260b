// Removes redundant checks from lowered patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_INTERPSIMPLIFICATION_H
#define PDLL_BYTECODE_INTERPSIMPLIFICATION_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Shortens what MLIR interprets for each match, in a module of `pdl_interp`
/// that MLIR has lowered from pdl.
void simplifyInterp(mlir::ModuleOp module);

} // namespace pdll

#endif // PDLL_BYTECODE_INTERPSIMPLIFICATION_H
