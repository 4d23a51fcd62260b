// The pass of a plugin with patterns of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "embedded/Plugin.h"
#include "natives/Foreign.h"
#include "pass/PatternPass.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm-c/Core.h"

// A program that contains LLVM may lack it.
extern "C" void LLVMGetVersion(unsigned *, unsigned *, unsigned *)
    __attribute__((weak));

using namespace mlir;
using namespace pdll;

namespace {

class PluginPass : public PassWrapper<PluginPass, PatternPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PluginPass)

  explicit PluginPass(const PdllPlugin &plugin) : plugin(plugin) {}

  StringRef getName() const override { return plugin.pass; }
  StringRef getArgument() const override { return plugin.pass; }
  StringRef getDescription() const override { return plugin.description; }

private:
  std::optional<LoadedPatterns> loadPatterns(MLIRContext *context) override;

  const PdllPlugin &plugin;
};

} // namespace

std::optional<LoadedPatterns> PluginPass::loadPatterns(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  // Code that creates operations of a dialect that is not loaded would end the
  // process.
  for (const char *const *name = plugin.dialects; *name; ++name) {
    if (context->getOrLoadDialect(*name))
      continue;
    emitError(loc) << "the pass `" << plugin.pass << "` needs the dialect `"
                   << *name << "`, which is not registered";
    return std::nullopt;
  }
  auto natives = std::make_unique<PdllNatives>();
  if (llvm::Error error = addNativeLibrary(*natives, plugin.natives(), "")) {
    emitError(loc) << "cannot use the native functions of the pass `"
                   << plugin.pass << "`: " << llvm::toString(std::move(error));
    return std::nullopt;
  }
  StringRef text(plugin.patterns, plugin.patternsLength);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(context), plugin.pass);
  if (!module)
    return std::nullopt;
  return LoadedPatterns{std::move(module), std::move(natives)};
}

static bool refuse(const PdllPlugin &plugin, const llvm::Twine &reason) {
  llvm::errs() << "error: cannot load the plugin of the pass `" << plugin.pass
               << "` into this process: " << reason << "\n";
  return false;
}

int pdllPluginFits(const PdllPlugin *plugin) {
  std::string foreign;
  auto report = [](PdllString message, void *foreign) {
    *static_cast<std::string *>(foreign) = toStringRef(message).str();
  };
  if (pdllFindForeignMlir(report, &foreign))
    return refuse(*plugin, foreign);
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
  if (PassInfo::lookup(plugin->pass)) {
    // MLIR aborts on two passes of one name.
    refuse(*plugin, "there is a pass of that name already");
    return;
  }
  registerPass([plugin] { return std::make_unique<PluginPass>(*plugin); });
}
