// The patterns of a program as MLIR's patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_MLIRPATTERNS_H
#define PDLL_ENGINE_MLIRPATTERNS_H

#include "engine/BoundProgram.h"
#include "patterns/PatternInfo.h"

namespace pdll {

/// What MLIR's patterns refer to. It outlives them.
struct MlirPatternSource {
  const BoundProgram &program;
  llvm::ArrayRef<PatternInfo> infos;
};

/// Adds a pattern for each pattern that is used. When it matches, it tells the
/// current run, and leaves it to the driver to tell the end.
void addMlirPatterns(const MlirPatternSource &source,
                     mlir::RewritePatternSet &patterns,
                     llvm::DenseMap<const mlir::Pattern *, size_t> &indices);

} // namespace pdll

#endif // PDLL_ENGINE_MLIRPATTERNS_H
