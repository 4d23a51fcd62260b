// MLIR's greedy driver, kept from running for ever.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GREEDYDRIVER_H
#define PDLL_RUN_GREEDYDRIVER_H

#include "contract/Pass.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Applies the patterns of `set` below `root` until nothing matches any more,
/// or a limit of the user's is met. That is an error with `testConvergence`.
/// Patterns that seem to go on for ever are an error in any case.
mlir::LogicalResult applyGreedily(const PdllPatternSet &set,
                                  mlir::Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record);

} // namespace pdll

#endif // PDLL_RUN_GREEDYDRIVER_H
