// Sets of patterns among the patterns of MLIR's drivers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GUESTPATTERN_H
#define PDLL_RUN_GUESTPATTERN_H

#include "engine/PatternSet.h"

#include <functional>

namespace pdll {

/// Hears once that a rewrite has gone wrong, after the reason has been reported. Gets
/// the operation around it that is isolated from above.
using ReportGuestFailure = std::function<void(mlir::Operation *root)>;

/// Adds one pattern of MLIR that applies those of `set`, for a driver of MLIR that
/// rewrites, on one thread. A guard looks at each rewrite, and tells the listener of the
/// driver. When a rewrite has gone wrong, no pattern of the set matches any more; nothing
/// of MLIR's stops the driver, so that whoever runs it must learn it by `report`.
void addGuestPattern(mlir::RewritePatternSet &patterns,
                     std::shared_ptr<const PdllPatternSet> set,
                     ReportGuestFailure report);

} // namespace pdll

#endif // PDLL_RUN_GUESTPATTERN_H
