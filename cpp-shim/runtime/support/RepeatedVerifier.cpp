// Verification of many operations that are invalid in the same way.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/RepeatedVerifier.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

/// Operations of a kind are mostly valid together, or invalid together.
static llvm::hash_code hashKind(Operation *op) {
  auto hash = [](TypeRange types) {
    return llvm::hash_combine_range(types.begin(), types.end());
  };
  llvm::hash_code kind = llvm::hash_combine(
      op->getName(), hash(op->getOperandTypes()), hash(op->getResultTypes()));
  // What is right for a terminator depends on what it ends.
  Operation *parent = op->getParentOp();
  if (parent)
    kind = llvm::hash_combine(kind, parent->getName(),
                              hash(parent->getResultTypes()));
  while (parent && !isIsolatedFromAbove(parent->getName()))
    parent = parent->getParentOp();
  return llvm::hash_combine(kind, parent);
}

bool RepeatedVerifier::isValid(
    Operation *op, llvm::function_ref<LogicalResult()> verify) {
  constexpr unsigned maxFailures = 8;
  unsigned &count = failures[hashKind(op)];
  if (count == maxFailures)
    return false;
  bool isFine = catchDiagnostic(op->getContext(), verify).empty();
  count += !isFine;
  return isFine;
}
