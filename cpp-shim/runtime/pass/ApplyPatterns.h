// Applying patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_APPLYPATTERNS_H
#define PDLL_PASS_APPLYPATTERNS_H

#include "contract/Pass.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Applies the patterns of `set` below `root`, and adds what they did to
/// `totals`, and to `record` unless that is null. On failure, the reason has
/// been reported.
mlir::LogicalResult applyPatterns(const PdllPatternSet &set,
                                  mlir::Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record);

} // namespace pdll

#endif // PDLL_PASS_APPLYPATTERNS_H
