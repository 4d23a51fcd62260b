// Finding the patterns for an operation by its name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NAMEDISPATCH_H
#define PDLL_NAMEDISPATCH_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Lowers the patterns to what the run time interprets, as it does itself, but
/// so that the name of an operation is looked up where many are possible: the
/// run time compares it with each of them in turn. The patterns have no
/// configurations, which would be lost. On failure the reason has been
/// reported.
mlir::LogicalResult lowerWithDispatch(mlir::PDLPatternModule &patterns);

} // namespace pdll

#endif // PDLL_NAMEDISPATCH_H
