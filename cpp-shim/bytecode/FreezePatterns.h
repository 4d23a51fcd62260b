// From checked pdl to patterns that can be told apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_FREEZEPATTERNS_H
#define PDLL_BYTECODE_FREEZEPATTERNS_H

#include "patterns/PatternSet.h"

#include "mlir/IR/PatternMatch.h"

#include <memory>

namespace pdll {

/// Compiles the patterns, which passed `checkPatterns`, and gives them their
/// names, labels, and bounded recursion. Without a set, the reason has been
/// reported.
std::unique_ptr<PdllPatternSet> freezePatterns(mlir::PDLPatternModule patterns,
                                               PdllPatternUse use);

} // namespace pdll

#endif // PDLL_BYTECODE_FREEZEPATTERNS_H
