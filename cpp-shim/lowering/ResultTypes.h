// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_RESULTTYPES_H
#define PDLL_LOWERING_RESULTTYPES_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// The PDL run time asks an operation for its result types without properties,
/// without looking whether the operands are what the operation expects, and
/// without minding a failure. This lets a function of pdll ask instead.
void inferResultTypesSafely(mlir::pdl::RewriteOp rewrite);

/// Makes that function known.
void registerResultTypeInference(mlir::PDLPatternModule &patterns);

} // namespace pdll

#endif // PDLL_LOWERING_RESULTTYPES_H
