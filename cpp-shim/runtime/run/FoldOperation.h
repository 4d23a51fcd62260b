// Folding of single operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_FOLDOPERATION_H
#define PDLL_RUN_FOLDOPERATION_H

#include "run/OperationKinds.h"

#include "mlir/IR/PatternMatch.h"

namespace pdll {

enum class FoldOutcome {
  /// Nothing has changed.
  None,
  /// The operation has changed, and is still there.
  InPlace,
  /// The operation was replaced, perhaps by new constants, and erased.
  Replaced
};

/// Folds `op` as MLIR's greedy driver does: constants are created right before
/// it, and not shared with others. The caller notifies of changes in place.
FoldOutcome foldOperation(mlir::Operation *op, OperationKinds &kinds,
                          mlir::RewriterBase &rewriter);

/// The value of a constant; null if `op` does not fold to one.
mlir::Attribute getConstantValue(mlir::Operation *op);

} // namespace pdll

#endif // PDLL_RUN_FOLDOPERATION_H
