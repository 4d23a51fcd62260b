// What must be done to patterns before MLIR's interpreter can run them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_REPAIRPATTERNS_H
#define PDLL_LOWERING_REPAIRPATTERNS_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Rewrites whatever MLIR's interpreter would crash on or silently get wrong in
/// the patterns of `module`, which passed `checkPatterns`, and reports what it
/// cannot do at all. The patterns will run in a program without pdll. What
/// depends on the match there is guarded by calls of functions that the program
/// defines. Constraints with results that are applied several times get names
/// of their own, such as `f <1>` for `f`, if `isDefined` holds for the name.
mlir::LogicalResult
repairPatterns(mlir::ModuleOp module,
               llvm::function_ref<bool(llvm::StringRef)> isDefined);

} // namespace pdll

#endif // PDLL_LOWERING_REPAIRPATTERNS_H
