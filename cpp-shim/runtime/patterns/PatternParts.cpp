// Parts of patterns that many checks and repairs ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/PatternParts.h"

using namespace mlir;
using namespace pdll;

std::optional<RegisteredOperationName>
pdll::getRegisteredName(pdl::OperationOp op) {
  return RegisteredOperationName::lookup(op.getOpName().value_or(""),
                                         op.getContext());
}
