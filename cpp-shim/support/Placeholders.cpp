// Placeholders for values that a broken rewrite lacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Placeholders.h"
#include "support/Traits.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

ValueRange pdll::createPlaceholders(Operation *op, TypeRange types) {
  OpBuilder builder(op);
  return UnrealizedConversionCastOp::create(builder, op->getLoc(), types,
                                            ValueRange())
      .getResults();
}

void pdll::addMissingOperands(Operation *op) {
  // More operands than any definition of an operation names.
  constexpr unsigned numOperands = 32;
  if (getFixedNumOperands(op->getName()) == 0u ||
      op->getNumOperands() >= numOperands)
    return;
  SmallVector<Type> types(numOperands - op->getNumOperands(),
                          NoneType::get(op->getContext()));
  op->insertOperands(op->getNumOperands(), createPlaceholders(op, types));
}
