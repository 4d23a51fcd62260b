// Which of MLIR's patterns is which.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_IDENTIFYPATTERNS_H
#define PDLL_BYTECODE_IDENTIFYPATTERNS_H

#include "bytecode/FrozenPatterns.h"

namespace pdll {

/// Marks the patterns of `module` with their indices, before MLIR lowers them.
void numberPatterns(mlir::ModuleOp module);

/// Finds the index of each of MLIR's patterns, and gives each its name, labels
/// and bounded recursion. `module` is what MLIR compiled the patterns from.
mlir::LogicalResult identifyPatterns(mlir::ModuleOp module,
                                     llvm::ArrayRef<PatternInfo> infos,
                                     FrozenPatterns &frozen);

} // namespace pdll

#endif // PDLL_BYTECODE_IDENTIFYPATTERNS_H
