// Checks of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_CREATIONCHECK_H
#define PDLL_CHECK_CREATIONCHECK_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Checks what is known about an operation that a rewrite creates, apart from
/// its result types.
mlir::LogicalResult checkCreatedOperation(mlir::pdl::OperationOp op);

} // namespace pdll

#endif // PDLL_CHECK_CREATIONCHECK_H
