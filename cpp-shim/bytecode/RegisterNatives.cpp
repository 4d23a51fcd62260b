// How MLIR's interpreter finds native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/RegisterNatives.h"
#include "patterns/NativeCalls.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

static void registerConstraint(PDLPatternModule &patterns,
                               const Natives &natives,
                               pdl::ApplyNativeConstraintOp call) {
  StringRef name = call.getName();
  if (patterns.getConstraintFunctions().contains(name))
    return;
  const Native &native = *natives.lookup(PdllNativeConstraint, name);
  patterns.registerConstraintFunction(
      name, makeConstraint(native, name, call.getLoc()));
}

/// Each call of a rewrite gets a function of its own, which knows its place and
/// names it when the rewrite fails.
static void registerRewrite(PDLPatternModule &patterns, const Natives &natives,
                            pdl::ApplyNativeRewriteOp call) {
  StringRef name = call.getName();
  const Native &native = *natives.lookup(PdllNativeRewrite, name);
  auto results = llvm::map_to_vector(call->getResultTypes(), getKind);
  std::string ownName =
      (name + " <" + Twine(patterns.getRewriteFunctions().size()) + ">").str();
  patterns.registerRewriteFunction(
      ownName, makeRewrite(native, name, call.getLoc(), results));
  call.setName(ownName);
}

void pdll::registerNatives(PDLPatternModule &patterns, const Natives &natives) {
  patterns.getModule().walk([&](Operation *op) {
    if (auto call = dyn_cast<pdl::ApplyNativeConstraintOp>(op))
      registerConstraint(patterns, natives, call);
    else if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
      registerRewrite(patterns, natives, call);
  });
}
