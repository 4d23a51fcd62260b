// The plugin of the benchmark.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "pdll-bench", "1", [] {
            registerCompare();
            registerPeer();
            registerBare();
            registerConversionPeer();
          }};
}
