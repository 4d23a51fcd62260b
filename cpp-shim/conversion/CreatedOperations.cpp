// The operations that a rewrite of a conversion creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/CreatedOperations.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

void CreationListener::notifyOperationInserted(
    Operation *op, OpBuilder::InsertPoint previous) {
  // If there is a previous place, the operation was moved, not created.
  if (!previous.isSet())
    created.push_back(op);
  ForwardingListener::notifyOperationInserted(op, previous);
}

/// Verifies `op`. A terminator stands before the terminator that it replaces,
/// which the conversion erases when it is over.
static LogicalResult verify(RegisteredOperationName name, Operation *op) {
  Block *block = op->getBlock();
  Operation *next = op->getNextNode();
  if (!next || !isTerminator(name))
    return name.verifyInvariants(op);
  op->moveBefore(block, block->end());
  LogicalResult result = name.verifyInvariants(op);
  op->moveBefore(next);
  return result;
}

LogicalResult pdll::checkCreated(Operation *op) {
  for (Value operand : op->getOperands())
    if (!operand)
      return op->emitError("a pattern creates this operation with an operand "
                           "that does not exist");
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  return name ? verify(*name, op) : success();
}
