// The pass of a plugin with patterns of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/PluginPass.h"
#include "engine/ReadProgram.h"
#include "factory/DefaultNatives.h"
#include "natives/Foreign.h"
#include "pass/PatternPass.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"

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
  void withProgram(ModuleOp module, PatternIndices indices,
                   function_ref<void(PatternProgram)> use) const override;

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
  return LoadedPatterns{std::move(module), std::move(natives), {}};
}

/// The program was made of all patterns when the plugin was compiled.
void PluginPass::withProgram(ModuleOp module, PatternIndices indices,
                             function_ref<void(PatternProgram)> use) const {
  llvm::Expected<StoredProgram> stored = StoredProgram::read(module);
  if (!stored) {
    emitError(UnknownLoc::get(module.getContext()))
        << "cannot apply the patterns of the pass `" << plugin.pass
        << "`: " << llvm::toString(stored.takeError());
    return;
  }
  PdllProgram program = stored->get();
  use({program, indices});
}

llvm::Error pdll::registerPluginPass(const PdllPlugin &plugin) {
  // MLIR aborts on two passes of one name.
  if (PassInfo::lookup(plugin.pass))
    return llvm::createStringError("there is a pass of that name already");
  registerPass([&plugin] { return std::make_unique<PluginPass>(plugin); });
  return llvm::Error::success();
}
