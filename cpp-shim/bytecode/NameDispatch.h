// Finding the patterns for an operation by its name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_NAMEDISPATCH_H
#define PDLL_BYTECODE_NAMEDISPATCH_H

#include "contract/PatternSet.h"

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Lets lowered patterns look the name of an operation up where many are
/// possible: the run time compares it with each of them in turn.
void dispatchNames(mlir::PDLPatternModule &patterns, PdllPatternUse use);

} // namespace pdll

#endif // PDLL_BYTECODE_NAMEDISPATCH_H
