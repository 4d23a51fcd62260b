// Rewrites that may use a value before it is computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_LATERVALUES_H
#define PDLL_PATTERNS_LATERVALUES_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// A rewrite creates operations where the root is. What the root depends on is
/// computed before. Its own results, and other operations of the match, may
/// come later. Returns whether the rewrite uses such values as operands or as
/// replacements, or may do so by a native function. Native functions must care
/// for the values that they return.
bool mayUseLaterValues(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_PATTERNS_LATERVALUES_H
