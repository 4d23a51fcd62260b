// From repaired pdl to MLIR's patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_FREEZEPATTERNS_H
#define PDLL_BYTECODE_FREEZEPATTERNS_H

#include "bytecode/FrozenPatterns.h"

namespace pdll {

/// Compiles patterns that have been prepared, together with the `others`. Gives
/// them their names, labels and bounded recursion from `infos`, which must
/// outlive them. On failure the reason has been reported.
mlir::FailureOr<FrozenPatterns>
freezePatterns(mlir::PDLPatternModule patterns,
               llvm::ArrayRef<PatternInfo> infos, PdllPatternUse use,
               mlir::RewritePatternSet others);

} // namespace pdll

#endif // PDLL_BYTECODE_FREEZEPATTERNS_H
