// Checks patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/PatternSet.h"
#include "contract/Strings.h"
#include "factory/CreatePatternSet.h"
#include "std/Library.h"

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

bool pdllAreCallsChecked(PdllString function) {
  return areCallsChecked(toStringRef(function));
}
