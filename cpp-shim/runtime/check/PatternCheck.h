// Everything that is checked about patterns before the engine gets them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_PATTERNCHECK_H
#define PDLL_CHECK_PATTERNCHECK_H


#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Sets those patterns to false, by their order, that Rust refuses. It has
/// reported why. The dialects are loaded.
using CheckInRust =
    llvm::function_ref<void(mlir::ModuleOp, llvm::MutableArrayRef<bool>)>;

/// Reports whatever is wrong with the patterns, at the place in
/// the pattern. Loads the dialects that the patterns mention. The module was
/// valid before: MLIR verifies what it reads, and lowering makes nothing else.
/// Rewrites by a native function alone have been opened; see NativeRewrites.h.
mlir::LogicalResult checkPatterns(mlir::ModuleOp module,
                                  CheckInRust checkInRust);

} // namespace pdll

#endif // PDLL_CHECK_PATTERNCHECK_H
