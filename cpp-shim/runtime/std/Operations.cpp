// Operations: questions about them, copies, and moves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Interfaces.h"
#include "std/Parts.h"
#include "support/Traits.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pdll;

static StringRef getDialectName(Type type) {
  if (auto opaque = dyn_cast<OpaqueType>(type))
    return opaque.getDialectNamespace();
  return type.getDialect().getNamespace();
}

static StringRef getDialectName(Attribute attribute) {
  if (auto opaque = dyn_cast<OpaqueAttr>(attribute))
    return opaque.getDialectNamespace();
  return attribute.getDialect().getNamespace();
}

static void addOperationQuestions(Natives &natives) {
  addConstraint(natives, "GetOpName",
                [](Operation *op) { return op->getName().getIdentifier(); });
  addConstraint(natives, "IsFromDialect", [](Operation *op, StringAttr name) {
    return op->getName().getDialectNamespace() == name.getValue();
  });
  addConstraint(natives, "TypeIsFromDialect", [](Type type, StringAttr name) {
    return getDialectName(type) == name.getValue();
  });
  addConstraint(natives, "AttrIsFromDialect",
                [](Attribute attribute, StringAttr name) {
                  return getDialectName(attribute) == name.getValue();
                });
  addConstraint(natives, "HasTrait", [](Operation *op, StringAttr name) {
    return hasTraitNamed(op->getName(), name);
  });
  addConstraint(natives, "HasInterface", [](Operation *op, StringAttr name) {
    return hasInterface(op, name);
  });
  addConstraint(natives, "IsTerminator",
                [](Operation *op) { return isTerminator(op->getName()); });
  addConstraint(natives, "IsTriviallyDead",
                [](Operation *op) { return isOpTriviallyDead(op); });
  addConstraint(natives, "IsPure", [](Operation *op) { return isPure(op); });
  addConstraint(natives, "IsMemoryEffectFree",
                [](Operation *op) { return isMemoryEffectFree(op); });
  addConstraint(natives, "IsEquivalent", [](Operation *a, Operation *b) {
    return OperationEquivalence::isEquivalentTo(
        a, b, OperationEquivalence::IgnoreLocations);
  });
}

static FailureOr<Operation *> cloneWithOperands(PatternRewriter &rewriter,
                                                Operation *op,
                                                ValueRange operands) {
  if (operands.size() != op->getNumOperands())
    return refuse("the operation has " + Twine(op->getNumOperands()) +
                  " operands, but is given " + Twine(operands.size()));
  Operation *copy = op->clone();
  copy->setOperands(operands);
  return rewriter.insert(copy);
}

static FailureOr<Operation *> cloneWithTypes(PatternRewriter &rewriter,
                                             Operation *op, ValueRange operands,
                                             TypeRange types) {
  if (types.size() != op->getNumResults())
    return refuse("the operation has " + Twine(op->getNumResults()) +
                  " results, but is given " + Twine(types.size()) + " types");
  if (operands.size() != op->getNumOperands())
    return refuse("the operation has " + Twine(op->getNumOperands()) +
                  " operands, but is given " + Twine(operands.size()));
  Operation *copy = op->clone();
  copy->setOperands(operands);
  for (auto [result, type] : llvm::zip(copy->getResults(), types))
    result.setType(type);
  return rewriter.insert(copy);
}

static FailureOr<Operation *> cloneWithOperand(PatternRewriter &rewriter,
                                               Operation *op, Value before,
                                               Value after) {
  Operation *copy = op->clone();
  copy->replaceUsesOfWith(before, after);
  return rewriter.insert(copy);
}

static void addCopies(Natives &natives) {
  addRewrite(natives, "Clone", [](PatternRewriter &rewriter, Operation *op) {
    return rewriter.clone(*op);
  });
  addRewrite(natives, "CloneWithOperands", cloneWithOperands);
  addRewrite(natives, "CloneWithOperand", cloneWithOperand);
  addRewrite(natives, "CloneWithTypes", cloneWithTypes);
}

static LogicalResult replaceUses(PatternRewriter &rewriter, Value before,
                                 Value after, Operation *except) {
  if (before.getType() != after.getType())
    return refuse("the values are of different types");
  if (before == after)
    return success();
  Operation *op = after.getDefiningOp();
  if (op && op != except && llvm::is_contained(op->getOperands(), before))
    return refuse("the operation of the new value would use itself");
  // A conversion can only replace all uses.
  if (except)
    rewriter.replaceAllUsesExcept(before, after, except);
  else
    rewriter.replaceAllUsesWith(before, after);
  return success();
}

static void addUses(Natives &natives) {
  addRewrite(natives, "ReplaceUses",
             [](PatternRewriter &rewriter, Value before, Value after) {
               return replaceUses(rewriter, before, after, /*except=*/nullptr);
             });
  addRewrite(natives, "ReplaceUsesExcept", replaceUses);
}

/// Whether a value is defined in a region of `op`, or in one of those in it.
static bool isInside(Operation *op, Value value) {
  Region *region = value.getParentRegion();
  return region && op->isAncestor(region->getParentOp());
}

/// Whether that holds for all values that `op`, and what is in it, uses from
/// outside.
static bool allUsed(Operation *op, function_ref<bool(Value)> holds) {
  WalkResult result = op->walk([&](Operation *user) {
    bool all = llvm::all_of(user->getOperands(), [&](Value value) {
      return isInside(op, value) || holds(value);
    });
    return all ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Whether `op` can move to the place before `target`, or after it: the values
/// that `op` uses must be defined before that place, and the uses of its
/// results must come after it.
static bool canMove(Operation *op, Operation *target, bool isAfter) {
  DominanceInfo dominance;
  auto isThere = [&](Value value) {
    return dominance.properlyDominates(value, target) ||
           (isAfter && value.getDefiningOp() == target);
  };
  return allUsed(op, isThere) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return (!isAfter && user == target) ||
                  dominance.properlyDominates(target, user,
                                              /*enclosingOpOk=*/!isAfter);
         });
}

static LogicalResult move(PatternRewriter &rewriter, Operation *op,
                          Operation *target, bool isAfter) {
  if (op == target)
    return success();
  if (!op->getBlock() || !target->getBlock() || op->isAncestor(target))
    return refuse("an operation cannot move into itself");
  if (isTerminator(op->getName()) || op->getNumSuccessors() != 0 ||
      (isAfter &&
       (isTerminator(target->getName()) || target->getNumSuccessors() != 0)))
    return refuse("a terminator stands at the end of its block");
  if (!canMove(op, target, isAfter))
    return refuse("the operation would stand before a value that it uses, or "
                  "after a use of its results");
  if (isAfter)
    rewriter.moveOpAfter(op, target);
  else
    rewriter.moveOpBefore(op, target);
  return success();
}

static void addMoves(Natives &natives) {
  addRewrite(natives, "MoveBefore",
             [](PatternRewriter &rewriter, Operation *op, Operation *target) {
               return move(rewriter, op, target, /*isAfter=*/false);
             });
  addRewrite(natives, "MoveAfter",
             [](PatternRewriter &rewriter, Operation *op, Operation *target) {
               return move(rewriter, op, target, /*isAfter=*/true);
             });
}

void pdll::addOperationFunctions(Natives &natives) {
  addOperationQuestions(natives);
  addCopies(natives);
  addUses(natives);
  addMoves(natives);
  addRewrite(natives, "EmitRemark", [](Operation *op, StringAttr message) {
    op->emitRemark(message.getValue());
  });
  addRewrite(natives, "EmitWarning", [](Operation *op, StringAttr message) {
    op->emitWarning(message.getValue());
  });
}
