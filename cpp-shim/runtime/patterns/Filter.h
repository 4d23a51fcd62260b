// Which patterns of a module are used.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_FILTER_H
#define PDLL_PATTERNS_FILTER_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace pdll {

/// Names of patterns, labels, and globs over both. If any are enabled, the
/// others are not used. Those that are disabled are not used, even if they are
/// enabled too.
struct PatternFilter {
  llvm::SmallVector<llvm::StringRef> enabled;
  llvm::SmallVector<llvm::StringRef> disabled;
};

/// The index that a pattern has in the set, by its index before patterns were
/// dropped. Those that were dropped have none. If it is empty, no pattern was
/// dropped.
using PatternIndices = llvm::ArrayRef<std::optional<size_t>>;

/// The same as a list of one's own.
using PatternIndexList = llvm::SmallVector<std::optional<size_t>>;

/// Erases the patterns of `module` that are not to be used, and returns the
/// indices of the others. Fails if an entry of `filter` matches no pattern.
mlir::FailureOr<PatternIndexList> filterPatterns(mlir::ModuleOp module,
                                                 const PatternFilter &filter);

} // namespace pdll

#endif // PDLL_PATTERNS_FILTER_H
