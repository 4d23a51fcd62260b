// Where a builder inserts, for diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_INSERTIONPLACE_H
#define PDLL_SUPPORT_INSERTIONPLACE_H

#include "mlir/IR/Builders.h"

namespace pdll {

/// Returns the location of the operation before which `builder` inserts. At the
/// end of a block, it is that of the operation around the block.
mlir::Location getInsertionPlace(mlir::OpBuilder &builder);

} // namespace pdll

#endif // PDLL_SUPPORT_INSERTIONPLACE_H
