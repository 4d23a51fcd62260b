// What must be done to patterns before MLIR's interpreter can run them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_PREPARE_H
#define PDLL_BYTECODE_PREPARE_H

#include "natives/Natives.h"

namespace pdll {

/// Rewrites whatever MLIR's interpreter would crash on or silently get wrong in
/// patterns that passed `checkPatterns`, and reports what it cannot do at all.
/// What depends on the match is guarded by constraints that are added.
mlir::LogicalResult preparePatterns(mlir::PDLPatternModule &patterns,
                                    const Natives &natives);

/// The same for patterns that a program without pdll applies, and so without
/// the guards that need pdll there. Constraints with results that are applied
/// several times get names of their own, such as `f <1>` for `f`, if
/// `isDefined` holds for the name.
mlir::LogicalResult
preparePatternsAheadOfTime(mlir::PDLPatternModule &patterns,
                           llvm::function_ref<bool(llvm::StringRef)> isDefined);

} // namespace pdll

#endif // PDLL_BYTECODE_PREPARE_H
