// Variables that a pattern mentions several times.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_REPETITIONS_H
#define PDLL_LOWERING_REPETITIONS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Every mention of a variable means the same thing. MLIR's interpreter
/// compares all mentions of an operand, an attribute, a type or an operation,
/// but only looks at the first mention of a range of types and of a result.
/// Gives each further mention an operation of its own, and compares them.
void requireEqualRepetitions(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_LOWERING_REPETITIONS_H
