// Which patterns of a module are used.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_FILTER_H
#define PDLL_PATTERNS_FILTER_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Erases the patterns of `module` that are not to be used: if any are
/// `enabled`, those that are not; and those that are `disabled`, even if they
/// are enabled too. Both lists have names of patterns, labels, and globs over
/// names and labels. One that stands for no pattern is an error.
mlir::LogicalResult filterPatterns(mlir::ModuleOp module,
                                   llvm::ArrayRef<llvm::StringRef> enabled,
                                   llvm::ArrayRef<llvm::StringRef> disabled);

} // namespace pdll

#endif // PDLL_PATTERNS_FILTER_H
