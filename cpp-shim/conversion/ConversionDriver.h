// MLIR's dialect conversion as a driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONDRIVER_H
#define PDLL_CONVERSION_CONVERSIONDRIVER_H

#include "conversion/Conversion.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Converts what is below `root`, with the patterns of `set`. Patterns are
/// rolled back when what they create cannot be made legal, or when a native
/// rewrite fails. On failure, the reason has been reported.
mlir::LogicalResult applyConversion(const PdllPatternSet &set,
                                    mlir::Operation *root,
                                    const PdllConversion &conversion, bool fold,
                                    PatternTotals &totals, RunRecord *record);

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONDRIVER_H
