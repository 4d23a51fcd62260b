// What the greedy driver can do with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/OperationKinds.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

OperationKind OperationKinds::find(Operation *op) {
  auto [found, isNew] = kinds.try_emplace(op->getName());
  if (isNew)
    found->second = compute(op);
  return found->second;
}

OperationKind OperationKinds::compute(Operation *op) const {
  OperationKind kind = {};
  kind.mayMatch = engine.mayMatch(op);
  if (op->isRegistered()) {
    kind.isConstant = isConstantLike(op->getName());
    kind.mayFold = folding == Folding::On && !kind.isConstant;
    kind.mayDie = !isTerminator(op->getName());
  } else {
    // A dialect may fold operations that it does not define.
    kind.mayFold = folding == Folding::On && op->getDialect();
  }
  return kind;
}
