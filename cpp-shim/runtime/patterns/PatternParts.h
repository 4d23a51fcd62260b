// Parts of patterns that many checks and repairs ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_PATTERNPARTS_H
#define PDLL_PATTERNS_PATTERNPARTS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

#include <optional>

namespace pdll {

/// The name of the operations that `op` matches or creates. Nothing if `op` has
/// no name, or if MLIR does not know the name.
std::optional<mlir::RegisteredOperationName>
getRegisteredName(mlir::pdl::OperationOp op);

/// How many regions the pattern gives an operation that it creates.
size_t countGivenRegions(mlir::pdl::OperationOp op);

/// Whether a call of a rewrite only builds regions of what is created before the
/// root.
bool buildsRegion(mlir::pdl::ApplyNativeRewriteOp call);

/// Whether a call of a rewrite makes it create something elsewhere than before
/// the root, or takes it from elsewhere.
bool changesPlace(mlir::pdl::ApplyNativeRewriteOp call);

} // namespace pdll

#endif // PDLL_PATTERNS_PATTERNPARTS_H
