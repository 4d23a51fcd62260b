// The order of erasures in a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_ERASURES_H
#define PDLL_LOWERING_ERASURES_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Moves what `rewrite` erases and replaces after what it creates, as far as
/// native functions allow. Created operations are then complete before anything
/// that they use can vanish.
void moveErasuresBack(mlir::pdl::RewriteOp rewrite);

} // namespace pdll

#endif // PDLL_LOWERING_ERASURES_H
