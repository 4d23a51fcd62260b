// Checks patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/PatternSet.h"
#include "factory/CreatePatternSet.h"
#include "factory/DefaultNatives.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

bool pdllCheckForElsewhere(MlirModule module, PdllPatternCheck check,
                           void *userData) {
  return succeeded(prepareForElsewhere(
      unwrap(module), [&](ModuleOp module, MutableArrayRef<bool> areSound) {
        check(wrap(module), areSound.data(), areSound.size(), userData);
      }));
}
