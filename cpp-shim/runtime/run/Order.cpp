// The order in which values are computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Order.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

bool Order::isComputedBefore(Value value, Operation *user) {
  Block *block = value.getParentBlock();
  Operation *place = block->getParent()->findAncestorOpInRegion(*user);
  if (!place)
    return false;
  if (place->getBlock() != block)
    return getBlocks().properlyDominates(block, place->getBlock());
  Operation *definition = value.getDefiningOp();
  return !definition || !getBlocks().hasSSADominance(block) ||
         (definition != place && operations.isBefore(definition, place));
}

/// The region that `value` is in, or null if its block is in none.
static Region *getRegion(Value value) {
  Block *block = value.getParentBlock();
  return block ? block->getParent() : nullptr;
}

/// An operation around `user` that keeps it from using what is in `region`, or
/// null.
static Operation *findBarrier(Region *region, Operation *user) {
  while ((user = user->getParentOp()) && user != region->getParentOp())
    if (isIsolatedFromAbove(user->getName()))
      return user;
  return nullptr;
}

/// Functions may have changed blocks without telling, so an error needs a second
/// look. As in MLIR's verifier, any order is right where control never comes.
static bool isComputedAnyway(Value value, Operation *user) {
  DominanceInfo dominance;
  return dominance.properlyDominates(value, user) ||
         !dominance.isReachableFromEntry(user->getBlock());
}

/// A native function may have created operations outside of any block, and a
/// conversion keeps blocks without a region.
bool Order::isAvailable(Value value, Operation *user) {
  Region *region = getRegion(value);
  if (!user->getBlock() || !region || !region->getParentOp())
    return true;
  return (isComputedBefore(value, user) || isComputedAnyway(value, user)) &&
         !findBarrier(region, user);
}

/// Says what is wrong with a value where it is used.
static InFlightDiagnostic reportUnavailable(OpOperand &operand, Value value) {
  Operation *user = operand.getOwner();
  Region *region = getRegion(value);
  if (!region->findAncestorOpInRegion(*user))
    return user->emitError("a pattern gives this operation an operand from a "
                           "region that it is not in, operand #")
           << operand.getOperandNumber();
  // `user->emitError` could not name the value.
  if (Operation *barrier = findBarrier(region, user))
    return emitError(user->getLoc(), "a pattern gives this operation a value "
                                     "from outside of `")
           << barrier->getName() << "`, which is isolated from above";
  return user->emitError("a pattern gives this operation an operand that is "
                         "computed later, operand #")
         << operand.getOperandNumber();
}

LogicalResult Order::verify(OpOperand &operand, Value value) {
  Operation *user = operand.getOwner();
  if (isAvailable(value, user))
    return success();
  InFlightDiagnostic error = reportUnavailable(operand, value);
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

LogicalResult Order::verifyAll(Operation *op) {
  WalkResult result = op->walk([&](Operation *nested) {
    return failed(verify(nested)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
