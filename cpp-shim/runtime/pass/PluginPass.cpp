// The pass of a plugin with patterns of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/PluginPass.h"
#include "engine/ReadProgram.h"
#include "factory/CreatePatternSet.h"
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
  std::shared_ptr<const PdllPatternSet> compile(MLIRContext *context) override;
  LogicalResult loadDialects(MLIRContext *context) const;
  std::unique_ptr<PdllNatives> loadNatives(MLIRContext *context) const;

  const PdllPlugin &plugin;
};

} // namespace

/// Code that creates operations of a dialect that is not loaded would end the
/// process.
LogicalResult PluginPass::loadDialects(MLIRContext *context) const {
  for (const char *const *name = plugin.dialects; *name; ++name) {
    if (context->getOrLoadDialect(*name))
      continue;
    return emitError(UnknownLoc::get(context))
           << "the pass `" << plugin.pass << "` needs the dialect `" << *name
           << "`, which is not registered";
  }
  return success();
}

/// Returns null on failure, which has been reported.
std::unique_ptr<PdllNatives>
PluginPass::loadNatives(MLIRContext *context) const {
  auto natives = std::make_unique<PdllNatives>();
  if (llvm::Error error = addNativeLibrary(*natives, plugin.natives(), "")) {
    emitError(UnknownLoc::get(context))
        << "cannot use the native functions of the pass `" << plugin.pass
        << "`: " << llvm::toString(std::move(error));
    return nullptr;
  }
  return natives;
}

std::shared_ptr<const PdllPatternSet>
PluginPass::compile(MLIRContext *context) {
  if (failed(loadDialects(context)))
    return nullptr;
  std::unique_ptr<PdllNatives> natives = loadNatives(context);
  if (!natives)
    return nullptr;
  StringRef text(plugin.patterns, plugin.patternsLength);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(context), plugin.pass);
  if (!module)
    return nullptr;
  PatternFilter filter{llvm::to_vector_of<StringRef>(*enablePatterns),
                       llvm::to_vector_of<StringRef>(*disablePatterns)};
  // There is no Rust; the program that made the plugin has called its checks.
  FailureOr<PatternIndexList> indices = preparePatternSet(
      *module, filter, [](ModuleOp, MutableArrayRef<bool>) {});
  if (failed(indices))
    return nullptr;
  // It was made of all patterns when the plugin was compiled.
  llvm::Expected<StoredProgram> stored = StoredProgram::read(*module);
  if (!stored) {
    emitError(UnknownLoc::get(context))
        << "cannot apply the patterns of the pass `" << plugin.pass
        << "`: " << llvm::toString(stored.takeError());
    return nullptr;
  }
  PdllProgram program = stored->get();
  return createPatternSet(*module, *natives, {program, *indices}, getUse());
}

llvm::Error pdll::registerPluginPass(const PdllPlugin &plugin) {
  // MLIR aborts on two passes of one name.
  if (PassInfo::lookup(plugin.pass))
    return llvm::createStringError("there is a pass of that name already");
  registerPass([&plugin] { return std::make_unique<PluginPass>(plugin); });
  return llvm::Error::success();
}
