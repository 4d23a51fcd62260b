// What a conversion must not leave.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_LEFTOVERS_H
#define PDLL_CONVERSION_LEFTOVERS_H

#include "conversion/ConversionMonitor.h"

namespace pdll {

/// The first operation in `block` that may not stay; null if there is none.
mlir::Operation *findLeftover(mlir::Block &block,
                              const PdllConversion &conversion);

/// Looks at the result of a conversion. Fails if an operation below `root` is
/// not as the mode asks for, and reports the first one. MLIR does not look at
/// operations that it was not told of, or cannot reach.
mlir::LogicalResult checkLeftovers(mlir::Operation *root,
                                   const ConversionMonitor &monitor);

} // namespace pdll

#endif // PDLL_CONVERSION_LEFTOVERS_H
