// Loads dialect and pass plugins, as mlir-opt does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;
using namespace pdll;

static void reportError(llvm::Error error, PdllErrorCallback report,
                        void *userData) {
  std::string message = llvm::toString(std::move(error));
  if (report)
    report(toPdllString(message), userData);
}

bool pdllLoadDialectPlugin(PdllString path, MlirDialectRegistry registry,
                           PdllErrorCallback report, void *userData) {
  llvm::Expected<DialectPlugin> plugin =
      DialectPlugin::load(toStringRef(path).str());
  if (!plugin) {
    reportError(plugin.takeError(), report, userData);
    return false;
  }
  plugin->registerDialectRegistryCallbacks(*unwrap(registry));
  return true;
}

bool pdllLoadPassPlugin(PdllString path, PdllErrorCallback report,
                        void *userData) {
  llvm::Expected<PassPlugin> plugin = PassPlugin::load(toStringRef(path).str());
  if (!plugin) {
    reportError(plugin.takeError(), report, userData);
    return false;
  }
  plugin->registerPassRegistryCallbacks();
  return true;
}
