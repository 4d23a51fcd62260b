// Makes a plugin of MLIR's dialect for tests and its passes with PDLL.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace test {
void registerTestDialect(mlir::DialectRegistry &registry);
} // namespace test

namespace mlir::test {
void registerTestPDLLPasses();
void registerTestDialectConversionPasses();
} // namespace mlir::test

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "upstream", LLVM_VERSION_STRING, [] {
            mlir::test::registerTestPDLLPasses();
            mlir::test::registerTestDialectConversionPasses();
          }};
}

extern "C" mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "upstream", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            test::registerTestDialect(*registry);
          }};
}
