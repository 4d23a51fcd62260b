// How MLIR's interpreter finds native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/RegisterNatives.h"
#include "patterns/NativeCalls.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pdll;

/// A constraint has one function for all calls.
static void registerConstraints(PDLPatternModule &patterns,
                                const Natives &natives) {
  llvm::MapVector<StringRef, SmallVector<Location>> calls;
  patterns.getModule().walk([&](pdl::ApplyNativeConstraintOp call) {
    calls[call.getName()].push_back(call.getLoc());
  });
  for (auto &[name, places] : calls) {
    const Native &native = *natives.lookup(PdllNativeConstraint, name);
    patterns.registerConstraintFunction(name,
                                        makeConstraint(native, name, places));
  }
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
  registerConstraints(patterns, natives);
  patterns.getModule().walk([&](pdl::ApplyNativeRewriteOp call) {
    registerRewrite(patterns, natives, call);
  });
}
