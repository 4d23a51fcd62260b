// The order in which values are computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Order.h"

using namespace mlir;

LogicalResult pdll::verifyOrder(OpOperand &operand, Value value,
                                DominanceInfo &dominance) {
  Operation *user = operand.getOwner();
  // A native function may have created operations outside of any block.
  if (!user->getBlock() || !value.getParentBlock() ||
      dominance.properlyDominates(value, user))
    return success();
  InFlightDiagnostic error =
      user->emitError("a pattern gives this operation an operand that is "
                      "computed later, operand #")
      << operand.getOperandNumber();
  if (Operation *later = value.getDefiningOp(); later && later != user)
    error.attachNote(later->getLoc())
        << "this `" << later->getName() << "` computes it";
  return error;
}

LogicalResult pdll::verifyOrder(Operation *user, DominanceInfo &dominance) {
  for (OpOperand &operand : user->getOpOperands())
    if (failed(verifyOrder(operand, operand.get(), dominance)))
      return failure();
  return success();
}
