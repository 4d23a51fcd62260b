// A pattern driver that visits every operation once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_WALKDRIVER_H
#define PDLL_WALKDRIVER_H

#include "PatternSet.h"

namespace pdll {

class PatternMonitor;

/// Applies the patterns once to every operation below `root`, in the order of
/// MLIR's walk driver: nested operations before the one that holds them,
/// unreachable blocks not at all. Operations that the patterns create are not
/// visited. Stops after `maxNumRewrites` rewrites unless that is negative.
///
/// Unlike MLIR's driver, patterns may erase and replace any operation, not only
/// the visited one.
void applyPatternsByWalk(mlir::Operation *root, const PdllPatternSet &set,
                         int64_t maxNumRewrites, PatternMonitor &monitor);

} // namespace pdll

#endif // PDLL_WALKDRIVER_H
