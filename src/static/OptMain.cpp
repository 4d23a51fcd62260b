// Runs MLIR's mlir-opt driver with what this program registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plugins.h"

#include "contract/Pass.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// Whether an argument loads a plugin. MLIR's driver would do that.
static bool loadsPlugin(StringRef argument) {
  StringRef name = argument.ltrim('-').split('=').first;
  return argument.starts_with("-") &&
         (name == "load-pass-plugin" || name == "load-dialect-plugin");
}

/// There is no transform dialect here.
int pdllOptMain(int argc, char **argv, PdllCompileCallback /*compile*/) {
  if (llvm::any_of(ArrayRef(argv, argc), loadsPlugin)) {
    llvm::errs() << "error: " << pdll::noPlugins << '\n';
    return 1;
  }
  mlirRegisterAllPasses();
  DialectRegistry registry;
  mlirRegisterAllDialects(wrap(&registry));
  return asMainReturnCode(
      MlirOptMain(argc, argv, "MLIR modular optimizer driver\n", registry));
}
