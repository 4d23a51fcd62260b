// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_PATTERNGUARDS_H
#define PDLL_LOWERING_PATTERNGUARDS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Two operations of a pattern may match one and the same operation. If the
/// rewrite erases both, that operation would be freed twice, so such a match
/// must fail.
void requireDistinct(mlir::pdl::PatternOp pattern);

/// A matched operation may hold another one in its regions, or define any value
/// of the match. If it is erased while the other one is still needed, such a
/// match must fail. The erasures must have been moved back before.
void requireSurvival(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_LOWERING_PATTERNGUARDS_H
