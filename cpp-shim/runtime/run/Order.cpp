// The order in which values are computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Order.h"

using namespace mlir;
using namespace pdll;

bool Order::isComputedBefore(Value value, Operation *user) {
  Block *block = value.getParentBlock();
  Operation *place = block->getParent()->findAncestorOpInRegion(*user);
  if (!place)
    return false;
  if (place->getBlock() != block)
    return blocks.properlyDominates(block, place->getBlock());
  Operation *definition = value.getDefiningOp();
  return !definition || !blocks.hasSSADominance(block) ||
         (definition != place && operations.isBefore(definition, place));
}

/// The operation around `user` that no value from outside may enter, and that
/// `value` is outside of; or null.
static Operation *findIsolated(Operation *user, Value value) {
  Region *home = value.getParentRegion();
  for (Region *region = user->getParentRegion(); region && region != home;) {
    Operation *around = region->getParentOp();
    if (!around || around->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return around;
    region = around->getParentRegion();
  }
  return nullptr;
}

LogicalResult Order::verify(OpOperand &operand, Value value) {
  Operation *user = operand.getOwner();
  if (Operation *isolated = findIsolated(user, value))
    // `user->emitError` could not name the value.
    return emitError(user->getLoc(), "a pattern gives this operation a value "
                                     "from outside of `")
           << isolated->getName() << "`, which is isolated from above";
  // A native function may have created operations outside of any block. It may
  // also have changed blocks without telling, so an error needs a second look.
  if (!user->getBlock() || !value.getParentBlock() ||
      isComputedBefore(value, user) ||
      DominanceInfo().properlyDominates(value, user))
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

LogicalResult Order::verify(Operation *user) {
  for (OpOperand &operand : user->getOpOperands())
    if (failed(verify(operand, operand.get())))
      return failure();
  return success();
}
