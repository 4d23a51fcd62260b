// The order in which values are computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_ORDER_H
#define PDLL_RUN_ORDER_H

#include "mlir/IR/Dominance.h"

namespace pdll {

/// Fails if `value`, as this operand, would not be computed before the
/// operation that uses it, and reports that. In a graph region there is no
/// order.
mlir::LogicalResult verifyOrder(mlir::OpOperand &operand, mlir::Value value,
                                mlir::DominanceInfo &dominance);
/// The same for all operands that an operation has.
mlir::LogicalResult verifyOrder(mlir::Operation *user,
                                mlir::DominanceInfo &dominance);

} // namespace pdll

#endif // PDLL_RUN_ORDER_H
