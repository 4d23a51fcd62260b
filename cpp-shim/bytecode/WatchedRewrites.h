// Lets the watcher of a run follow rewrites.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_WATCHEDREWRITES_H
#define PDLL_BYTECODE_WATCHEDREWRITES_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Returns the patterns with calls in their rewrites that tell the watcher of
/// the current run what happens; see RewriteWatcher.h.
mlir::PDLPatternModule watchRewrites(mlir::PDLPatternModule patterns);

} // namespace pdll

#endif // PDLL_BYTECODE_WATCHEDREWRITES_H
