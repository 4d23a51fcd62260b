// Runs MLIR's mlir-opt driver with all upstream dialects and passes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Pass.h"
#include "transform/ScriptOperations.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

int pdllOptMain(int argc, char **argv, PdllCompileCallback compile) {
  registerAllPasses();

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  pdll::registerScriptOperations(registry, compile);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "MLIR modular optimizer driver\n", registry));
}
