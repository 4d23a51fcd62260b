// Results that a rewrite uses although they do not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_MISSINGRESULTS_H
#define PDLL_PATTERNS_MISSINGRESULTS_H

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace pdll {

/// Reports that a result does not exist. Fails in a run whose driver takes the
/// rewrite back.
mlir::LogicalResult reportMissing(mlir::PatternRewriter &rewriter,
                                  mlir::Location place,
                                  const std::string &message);

} // namespace pdll

#endif // PDLL_PATTERNS_MISSINGRESULTS_H
