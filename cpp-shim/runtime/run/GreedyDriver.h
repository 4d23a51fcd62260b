// A driver that applies patterns until none matches any more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GREEDYDRIVER_H
#define PDLL_RUN_GREEDYDRIVER_H

#include "contract/Pass.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Applies the patterns of `set` below `root` until nothing matches any more,
/// or a limit of the user is reached, which is an error with `testConvergence`.
/// Patterns that do not appear to terminate are always an error.
///
/// The result is that of MLIR's greedy driver. Unlike that driver, this one
/// stops at the first error, and does not run without end.
mlir::LogicalResult applyGreedily(const PdllPatternSet &set,
                                  mlir::Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record);

} // namespace pdll

#endif // PDLL_RUN_GREEDYDRIVER_H
