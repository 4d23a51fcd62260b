// Operations of transform scripts, for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "transform/ScriptOperations.h"

#include "mlir/CAPI/IR.h"

using namespace pdll;

void pdllRegisterScriptOperations(MlirDialectRegistry registry,
                                  PdllCompileCallback compile) {
  registerScriptOperations(*unwrap(registry), compile);
}
