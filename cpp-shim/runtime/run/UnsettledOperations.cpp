// Operations that patterns have left invalid for the moment.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/UnsettledOperations.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pdll;

LogicalResult pdll::verifyShape(Operation *op) {
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  if (!name)
    return success();
  if (failed(name->verifyInvariants(op)))
    return failure();
  // Whether a function is isolated, or symbols differ, depends on all that is
  // in it. That takes long to find out, and no fold relies on it.
  if (op->getNumRegions() == 0 || name->hasInterface<FunctionOpInterface>() ||
      isSymbolTable(*name))
    return success();
  return name->verifyRegionInvariants(op);
}

static bool passesVerifier(Operation *op) {
  return catchDiagnostic(op->getContext(), [&] { return verifyShape(op); })
      .empty();
}

bool UnsettledOperations::isValid(Operation *op) {
  return verifier.isValid(op, [&] { return verifyShape(op); });
}

void UnsettledOperations::check(Operation *op,
                                const PatternApplication &rewrite) {
  if (!isValid(op))
    causes.try_emplace(op, rewrite);
}

bool UnsettledOperations::settle(Operation *op) {
  if (!isValid(op))
    return false;
  causes.erase(op);
  return true;
}

std::optional<std::pair<Operation *, PatternApplication>>
UnsettledOperations::findInvalid(Operation *root) {
  std::optional<std::pair<Operation *, PatternApplication>> found;
  if (empty())
    return found;
  root->walk([&](Operation *op) {
    auto cause = causes.find(op);
    if (cause == causes.end() || passesVerifier(op))
      return WalkResult::advance();
    found.emplace(op, cause->second);
    return WalkResult::interrupt();
  });
  return found;
}
