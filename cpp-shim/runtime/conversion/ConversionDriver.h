// MLIR's dialect conversion as a driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONDRIVER_H
#define PDLL_CONVERSION_CONVERSIONDRIVER_H

#include "contract/Pass.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Converts what is below `root`, with the patterns of `set`, as the conversion
/// of `options` says. Patterns are
/// rolled back when what they create cannot be made legal, or when a native
/// rewrite fails. On failure, the reason has been reported.
mlir::LogicalResult applyConversion(const PdllPatternSet &set,
                                    mlir::Operation *root,
                                    const PdllDriverOptions &options,
                                    PatternTotals &totals, RunRecord *record);

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONDRIVER_H
