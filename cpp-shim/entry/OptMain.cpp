// MLIR's mlir-opt driver with all upstream dialects and passes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;
using namespace pdll;

int pdllOptMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllPasses();

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "MLIR modular optimizer driver\n", registry));
}

bool pdllIsPassOfMlir(PdllString name) {
  registerAllPasses();
  StringRef text = toStringRef(name);
  return PassInfo::lookup(text) || PassPipelineInfo::lookup(text);
}
