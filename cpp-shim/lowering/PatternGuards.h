// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_PATTERNGUARDS_H
#define PDLL_LOWERING_PATTERNGUARDS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Registers the functions of the guards.
void registerPatternGuards(mlir::PDLPatternModule &patterns);

/// Two operations of a pattern may match one and the same operation. If the
/// rewrite erases both, that operation would be freed twice, so such a match
/// must fail.
void requireDistinct(mlir::pdl::PatternOp pattern);

/// A matched operation may hold another one in its regions, or define any value
/// of the match. If it is erased while the other one is still needed, such a
/// match must fail. The erasures must have been moved back before.
void requireSurvival(mlir::pdl::PatternOp pattern);

/// An attribute that does not fit the operation it is created with would lead
/// to a null property. If the attribute comes from the match, such a match must
/// fail. If it comes from a native rewrite, there is an error.
void requireFittingAttributes(mlir::pdl::PatternOp pattern);

/// A rewrite that makes a longer range from a matched one may be applied to its
/// own results, and double them each time, until there is no memory left. From
/// a certain length on, which no program needs, such a match must fail with an
/// error.
void requireBoundedGrowth(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_LOWERING_PATTERNGUARDS_H
