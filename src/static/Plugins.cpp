// Refuses to load dialect and pass plugins.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plugins.h"

#include "contract/Mlir.h"
#include "contract/Strings.h"

using namespace pdll;

static bool refuse(PdllErrorCallback report, void *userData) {
  if (report)
    report(toPdllString(noPlugins), userData);
  return false;
}

bool pdllLoadDialectPlugin(PdllString, MlirDialectRegistry,
                           PdllErrorCallback report, void *userData) {
  return refuse(report, userData);
}

bool pdllLoadPassPlugin(PdllString, PdllErrorCallback report, void *userData) {
  return refuse(report, userData);
}
