// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_WALKDRIVER_H
#define PDLL_RUN_WALKDRIVER_H

#include "contract/Pass.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Applies the patterns once to every operation below `root`, in the order of
/// MLIR's walk driver: nested operations before the one that holds them,
/// unreachable blocks not at all. Operations that the patterns create are not
/// visited.
///
/// Unlike MLIR's driver, patterns may erase and replace any operation, not only
/// the visited one.
mlir::LogicalResult applyByWalk(const PdllPatternSet &set,
                                mlir::Operation *root,
                                const PdllDriverOptions &options,
                                PatternTotals &totals, RunRecord *record);

/// The same for these operations below `root` alone.
mlir::LogicalResult
applyToOperations(const PdllPatternSet &set, mlir::Operation *root,
                  llvm::ArrayRef<mlir::Operation *> operations,
                  const PdllDriverOptions &options, PatternTotals &totals,
                  RunRecord *record);

} // namespace pdll

#endif // PDLL_RUN_WALKDRIVER_H
