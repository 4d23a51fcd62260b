// Which patterns of a module are used.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_FILTER_H
#define PDLL_PATTERNS_FILTER_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Names of patterns, labels, and globs over both. If any are enabled, the
/// others are not used. Those that are disabled are not used, even if they are
/// enabled too.
struct PatternFilter {
  llvm::SmallVector<llvm::StringRef> enabled;
  llvm::SmallVector<llvm::StringRef> disabled;
};

/// Erases the patterns of `module` that are not to be used. Fails if an entry
/// of `filter` matches no pattern.
mlir::LogicalResult filterPatterns(mlir::ModuleOp module,
                                   const PatternFilter &filter);

} // namespace pdll

#endif // PDLL_PATTERNS_FILTER_H
