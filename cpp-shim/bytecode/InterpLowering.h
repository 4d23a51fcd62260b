// From pdl to what MLIR's run time interprets.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_INTERPLOWERING_H
#define PDLL_BYTECODE_INTERPLOWERING_H

#include "contract/PatternSet.h"

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Lowers the patterns as the run time does itself, and makes what comes of it
/// faster for that use. The patterns have no configurations, which would be
/// lost. On failure the reason has been reported.
mlir::LogicalResult lowerPatterns(mlir::PDLPatternModule &patterns,
                                  PdllPatternUse use);

} // namespace pdll

#endif // PDLL_BYTECODE_INTERPLOWERING_H
