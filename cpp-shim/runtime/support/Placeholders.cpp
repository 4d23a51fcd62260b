// Placeholders for values that a broken rewrite lacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Placeholders.h"

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
