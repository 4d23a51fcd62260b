// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_PATTERNGUARDS_H
#define PDLL_LOWERING_PATTERNGUARDS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Makes the functions behind the guards known.
void registerPatternGuards(mlir::PDLPatternModule &patterns);

/// Two operations of a pattern may match one and the same operation. If the
/// rewrite erases both, it would be freed twice, so such a match must fail.
/// `erased` are the matched operations that the rewrite erases.
void requireDistinct(mlir::pdl::PatternOp pattern,
                     llvm::ArrayRef<mlir::pdl::OperationOp> erased);

/// A matched operation may hold another one in its regions, or define any value
/// of the match. If it is erased before the other one is done with, such a
/// match must fail. The erasures must have been moved back before.
void requireSurvival(mlir::pdl::PatternOp pattern);

/// An attribute that does not fit the created operation it is given to would
/// leave a null property behind. If it comes from the match, such a match must
/// fail; if it comes from a native rewrite, there is an error.
void requireFittingAttributes(mlir::pdl::PatternOp pattern);

/// A rewrite that makes a longer range of a matched one may be applied to its
/// own results, and double them each time, until there is no memory left. From
/// a certain length on, which no program needs, such a match must fail, with an
/// error.
void requireBoundedGrowth(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_LOWERING_PATTERNGUARDS_H
