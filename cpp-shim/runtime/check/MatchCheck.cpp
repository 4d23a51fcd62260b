// Checks of the match section of a pattern.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/MatchCheck.h"
#include "patterns/PatternParts.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

/// Adds the operations of the match section that share a value with `op`.
static void addNeighbours(pdl::OperationOp op,
                          llvm::SetVector<pdl::OperationOp> &connected) {
  auto addUsers = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (auto other = dyn_cast<pdl::OperationOp>(user))
        if (other->getBlock() == op->getBlock())
          connected.insert(other);
  };
  for (Value operand : op.getOperandValues()) {
    Operation *definition = operand.getDefiningOp();
    if (isa<pdl::ResultOp, pdl::ResultsOp>(definition))
      connected.insert(
          definition->getOperand(0).getDefiningOp<pdl::OperationOp>());
    addUsers(operand);
  }
  for (Operation *user : op->getUsers())
    if (isa<pdl::ResultOp, pdl::ResultsOp>(user))
      addUsers(user->getResult(0));
}

/// The operations that matching reaches from the root.
static llvm::SetVector<pdl::OperationOp>
collectConnected(pdl::PatternOp pattern) {
  llvm::SetVector<pdl::OperationOp> connected;
  connected.insert(getRootOrFirst(pattern).getDefiningOp<pdl::OperationOp>());
  // The set grows while it is visited.
  for (size_t index = 0; index < connected.size(); ++index)
    addNeighbours(connected[index], connected);
  return connected;
}

/// The values of the match section that a match determines. Users come after
/// definitions, so one pass from the end sees every user first.
static DenseSet<Value>
collectBound(Block &body, const llvm::SetVector<pdl::OperationOp> &connected) {
  DenseSet<Value> bound;
  for (Operation &op : llvm::reverse(body)) {
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](pdl::OperationOp operation) {
          if (!connected.contains(operation))
            return;
          bound.insert(operation.getOp());
          bound.insert(op.operand_begin(), op.operand_end());
        })
        .Case([&](pdl::ApplyNativeConstraintOp) {
          bound.insert(op.result_begin(), op.result_end());
        })
        .Case<pdl::ResultOp, pdl::ResultsOp>([&](auto result) {
          if (connected.contains(
                  result.getParent()
                      .template getDefiningOp<pdl::OperationOp>()))
            bound.insert(result.getVal());
        })
        .Case([&](pdl::AttributeOp attribute) {
          if (attribute.getValueAttr())
            bound.insert(attribute.getAttr());
        })
        .Case([&](pdl::TypeOp type) {
          if (type.getConstantTypeAttr())
            bound.insert(type.getResult());
        })
        .Case([&](pdl::TypesOp types) {
          if (types.getConstantTypesAttr())
            bound.insert(types.getResult());
        });
    // The type of a bound value is bound too.
    bool hasType = isa<pdl::OperandOp, pdl::OperandsOp, pdl::AttributeOp>(op);
    if (hasType && bound.contains(op.getResult(0)))
      bound.insert(op.operand_begin(), op.operand_end());
  }
  return bound;
}

/// Whether `user` needs the value that an operand has in a match.
static bool needsBoundValue(Operation *user) {
  return isa<pdl::ApplyNativeConstraintOp, pdl::RewriteOp>(user) ||
         isa<pdl::RewriteOp>(user->getParentOp());
}

LogicalResult pdll::checkMatch(pdl::PatternOp pattern,
                               StringRef unconnectedMessage) {
  Block &body = pattern.getBodyRegion().front();
  llvm::SetVector<pdl::OperationOp> connected = collectConnected(pattern);
  LogicalResult result = success();
  for (auto op : body.getOps<pdl::OperationOp>())
    if (!connected.contains(op))
      result = emitError(op.getLoc(), unconnectedMessage);
  if (failed(result))
    return failure();

  DenseSet<Value> bound = collectBound(body, connected);
  for (Operation &op : body)
    for (Value value : op.getResults())
      if (!bound.contains(value) &&
          llvm::any_of(value.getUsers(), needsBoundValue))
        result = emitError(op.getLoc(),
                           "this value is used, but no operation of the "
                           "pattern determines it");
  return result;
}

LogicalResult pdll::checkMatch(pdl::PatternOp pattern) {
  return checkMatch(pattern,
                    "this operation shares no value with the rest of the "
                    "pattern, so it cannot be found");
}
