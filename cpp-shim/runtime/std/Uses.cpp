// Definitions and uses of values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"

#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace pdll;

static bool isNamed(Operation *op, StringAttr name) {
  return op && op->getName().getStringRef() == name.getValue();
}

static void addUsers(Natives &natives) {
  addConstraint(natives, "HasOneUse",
                [](Value value) { return value.hasOneUse(); });
  addConstraint(natives, "HasNoUses",
                [](Value value) { return value.use_empty(); });
  addConstraint(natives, "GetNumUses", [](Value value) {
    return getIntegerAttr(value.getContext(), value.getNumUses());
  });
  addConstraint(natives, "UsedOnlyBy", [](Value value, Operation *user) {
    return llvm::all_of(value.getUsers(),
                        [&](Operation *op) { return op == user; });
  });
  addConstraint(
      natives, "UsedOnlyByOpsNamed", [](Value value, StringAttr name) {
        return llvm::all_of(value.getUsers(),
                            [&](Operation *op) { return isNamed(op, name); });
      });
  addConstraint(natives, "OpHasOneUse",
                [](Operation *op) { return op->hasOneUse(); });
  addConstraint(natives, "OpHasNoUses",
                [](Operation *op) { return op->use_empty(); });
  addConstraint(natives, "OpUsedOnlyBy", [](Operation *op, Operation *user) {
    return llvm::all_of(op->getUsers(),
                        [&](Operation *one) { return one == user; });
  });
  addConstraint(natives, "OpUsedOnlyAfter", [](Operation *op, Operation *place) {
    DominanceInfo dominance;
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return dominance.properlyDominates(place, user, /*enclosingOpOk=*/false);
    });
  });
}

/// Whether a value is defined before anything in the regions of `op` runs.
static bool isDefinedOutside(Value value, Operation *op) {
  Block *block = value.getParentBlock();
  Operation *parent = block ? block->getParentOp() : nullptr;
  return !parent || !op->isAncestor(parent);
}

static void addPlaces(Natives &natives) {
  addConstraint(natives, "IsBlockArgument",
                [](Value value) { return isa<BlockArgument>(value); });
  addConstraint(natives, "GetNumber", [](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return getIntegerAttr(value.getContext(),
                          argument ? argument.getArgNumber()
                                   : cast<OpResult>(value).getResultNumber());
  });
  addConstraint(natives, "SameBlock", [](Operation *a, Operation *b) {
    return a->getBlock() && a->getBlock() == b->getBlock();
  });
  addConstraint(natives, "IsBefore", [](Operation *a, Operation *b) {
    return a != b && a->getBlock() && a->getBlock() == b->getBlock() &&
           a->isBeforeInBlock(b);
  });
  addConstraint(natives, "Dominates", [](Value value, Operation *op) {
    return DominanceInfo().properlyDominates(value, op);
  });
  addConstraint(natives, "IsDefinedOutside", isDefinedOutside);
  addConstraint(natives, "HasParent", [](Operation *op, StringAttr name) {
    return isNamed(op->getParentOp(), name);
  });
  addConstraint(natives, "HasAncestor", [](Operation *op, StringAttr name) {
    while ((op = op->getParentOp()))
      if (isNamed(op, name))
        return true;
    return false;
  });
}

void pdll::addUseFunctions(Natives &natives) {
  addUsers(natives);
  addPlaces(natives);
}
