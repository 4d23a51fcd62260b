// The functions that a finished plugin calls when it is loaded. Such a plugin
// has patterns of its own, and is linked to the shim without the Rust library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/PluginPass.h"
#include "support/ForeignMlir.h"
#include "support/Traits.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <utility>

// A program that contains LLVM may lack this function.
extern "C" void LLVMGetVersion(unsigned *, unsigned *, unsigned *)
    __attribute__((weak));

using namespace mlir;
using namespace pdll;

static bool refuse(const PdllPlugin &plugin, const llvm::Twine &reason) {
  llvm::errs() << "error: cannot load the plugin of the pass `" << plugin.pass
               << "` into this process: " << reason << "\n";
  return false;
}

int pdllPluginFits(const PdllPlugin *plugin) {
  if (std::optional<std::string> foreign = findForeignMlir())
    return refuse(*plugin, *foreign);
  if (MLIRContext context(MLIRContext::Threading::DISABLED);
      !canQueryTraits(&context))
    return refuse(*plugin,
                  "the compiler of pdll spells the names of types differently "
                  "from the one that built this MLIR; build pdll with g++");
  if (!LLVMGetVersion)
    return true;
  unsigned major = 0, minor = 0;
  LLVMGetVersion(&major, &minor, nullptr);
  std::string version = (llvm::Twine(major) + "." + llvm::Twine(minor)).str();
  if (version != plugin->llvmVersion)
    return refuse(*plugin, "it was compiled for LLVM " +
                               llvm::Twine(plugin->llvmVersion) +
                               ", and this is LLVM " + version);
  return true;
}

void pdllPluginRegister(const PdllPlugin *plugin) {
  // A host that loads the same file again means the same pass.
  static bool isRegistered = false;
  if (std::exchange(isRegistered, true))
    return;
  llvm::Error error = registerPluginPass(*plugin);
  if (!error)
    return;
  refuse(*plugin, llvm::toString(std::move(error)));
  // Nothing tells the host that a plugin failed, so it would run the other pass
  // of that name in its place.
  std::exit(EXIT_FAILURE);
}
