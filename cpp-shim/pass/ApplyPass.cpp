// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "pass/PatternPass.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What stands in for the options that a pipeline does not give.
struct OptionDefaults {
  std::vector<std::string> patterns;
  std::vector<std::string> includeDirs;
  std::vector<std::string> natives;
  std::string options;
};

OptionDefaults &getOptionDefaults() {
  static OptionDefaults defaults;
  return defaults;
}

/// Compiles pattern files. It is in Rust, and known when the pass is
/// registered.
PdllCompileCallback compileCallback = nullptr;

class ApplyPass : public PassWrapper<ApplyPass, PatternPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyPass)

  ApplyPass();
  ApplyPass(const ApplyPass &other)
      : PassWrapper(other), defaultsError(other.defaultsError) {}

  StringRef getName() const override { return "ApplyPDLL"; }
  StringRef getArgument() const override { return "apply-pdll"; }
  StringRef getDescription() const override {
    return "Apply the patterns of PDLL or PDL files";
  }

  using PatternPass::apply;
  /// Sets an option that does not say where patterns come from.
  llvm::Error setOption(StringRef name, StringRef value) const;
  /// Gives a pass with the same options that is ready to apply `patterns`,
  /// which the caller keeps alive; null on errors.
  std::unique_ptr<ApplyPass> prepare(MLIRContext *context,
                                     const PdllPatternSet &patterns) const;

private:
  std::optional<LoadedPatterns> loadPatterns(MLIRContext *context) override;

  ListOption<std::string> patterns{
      *this, "patterns",
      llvm::cl::desc("Pattern files: `.pdll`, or MLIR text or bytecode that "
                     "holds pdl"),
      llvm::cl::list_init<std::string>(getOptionDefaults().patterns)};
  ListOption<std::string> includeDirs{
      *this, "include-dirs",
      llvm::cl::desc("Folders in which `#include` looks for files"),
      llvm::cl::list_init<std::string>(getOptionDefaults().includeDirs)};
  ListOption<std::string> natives{
      *this, "natives",
      llvm::cl::desc("Shared libraries of native constraints and rewrites"),
      llvm::cl::list_init<std::string>(getOptionDefaults().natives)};
  Option<bool> odsCache{
      *this, "ods-cache",
      llvm::cl::desc("Keep what `.td` files define in $PDLL_CACHE_DIR, or "
                     "`pdll` in the user's cache folder"),
      llvm::cl::init(true)};
  Option<PdllNativeCode> nativeCode{
      *this, "native-code",
      llvm::cl::desc("What to do with native constraints and rewrites whose "
                     "code is in the pattern files"),
      llvm::cl::init(PdllNativeCodeOff),
      llvm::cl::values(clEnumValN(PdllNativeCodeOff, "off", "Refuse them"),
                       clEnumValN(PdllNativeCodeCompile, "compile",
                                  "Compile them with the C++ compiler of the "
                                  "system"))};

  /// Why the default options are not usable, if they are not.
  std::string defaultsError;
};

} // namespace

ApplyPass::ApplyPass() {
  const std::string &options = getOptionDefaults().options;
  if (options.empty())
    return;
  LogicalResult parsed = initializeOptions(options, [&](const Twine &error) {
    defaultsError = error.str();
    return failure();
  });
  if (failed(parsed) && defaultsError.empty())
    defaultsError = "invalid options `" + options + "`";
}

std::optional<LoadedPatterns> ApplyPass::loadPatterns(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  if (!defaultsError.empty()) {
    emitError(loc) << defaultsError;
    return std::nullopt;
  }
  if (patterns.empty()) {
    emitError(loc) << "`apply-pdll` needs pattern files; write "
                      "`apply-pdll{patterns=a.pdll,b.pdll}`";
    return std::nullopt;
  }
  SmallVector<PdllString> files = toPdllStrings(*patterns);
  SmallVector<PdllString> folders = toPdllStrings(*includeDirs);
  SmallVector<PdllString> libraries = toPdllStrings(*natives);
  PdllPatternSource source = {
      files.data(),     files.size(),     folders.data(), folders.size(),
      libraries.data(), libraries.size(), odsCache,       nativeCode};
  PdllCompiledPatterns compiled = compileCallback(wrap(context), &source);
  if (!compiled.natives)
    return std::nullopt;
  return LoadedPatterns{unwrap(compiled.module),
                        std::unique_ptr<PdllNatives>(compiled.natives)};
}

llvm::Error ApplyPass::setOption(StringRef name, StringRef value) const {
  // What the set of patterns is made of.
  if (llvm::is_contained({patterns.ArgStr, includeDirs.ArgStr, natives.ArgStr,
                          odsCache.ArgStr, nativeCode.ArgStr,
                          enablePatterns.ArgStr, disablePatterns.ArgStr},
                         name))
    return llvm::createStringError(
        "`" + name +
        "` says where patterns come from, and so is for the builder");
  return namedOptions.set(name, value);
}

std::unique_ptr<ApplyPass>
ApplyPass::prepare(MLIRContext *context, const PdllPatternSet &patterns) const {
  std::unique_ptr<ApplyPass> copy(static_cast<ApplyPass *>(clone().release()));
  // The caller owns them.
  std::shared_ptr<const PdllPatternSet> borrowed(std::shared_ptr<void>(),
                                                 &patterns);
  if (failed(copy->PatternPass::prepare(context, std::move(borrowed))))
    return nullptr;
  return copy;
}

struct PdllPass {
  std::unique_ptr<ApplyPass> pass;
};

PdllPass *pdllPassCreate() {
  return new PdllPass{std::make_unique<ApplyPass>()};
}

void pdllPassDestroy(PdllPass *pass) { delete pass; }

bool pdllPassSetOption(PdllPass *pass, PdllString name, PdllString value,
                       PdllErrorCallback report, void *userData) {
  llvm::Error error =
      pass->pass->setOption(toStringRef(name), toStringRef(value));
  if (!error)
    return true;
  report(toPdllString(llvm::toString(std::move(error))), userData);
  return false;
}

PdllPass *pdllPassPrepare(const PdllPass *pass, MlirContext context,
                          const PdllPatternSet *patterns) {
  auto prepared = pass->pass->prepare(unwrap(context), *patterns);
  return prepared ? new PdllPass{std::move(prepared)} : nullptr;
}

bool pdllPassApply(const PdllPass *pass, MlirOperation root) {
  PatternTotals totals;
  return succeeded(pass->pass->apply(unwrap(root), totals));
}

void pdllRegisterApplyPass(PdllCompileCallback compile,
                           const PdllApplyDefaults *defaults) {
  // Another copy of pdll in the process may have been first, and MLIR aborts on
  // two passes of one name.
  if (PassInfo::lookup("apply-pdll"))
    return;
  compileCallback = compile;
  if (defaults) {
    auto toStrings = [](const PdllString *strings, size_t numStrings) {
      std::vector<std::string> result;
      for (PdllString string : llvm::ArrayRef(strings, numStrings))
        result.push_back(toStringRef(string).str());
      return result;
    };
    getOptionDefaults() = {
        toStrings(defaults->patterns, defaults->numPatterns),
        toStrings(defaults->includeDirs, defaults->numIncludeDirs),
        toStrings(defaults->natives, defaults->numNatives),
        toStringRef(defaults->options).str()};
  }
  PassRegistration<ApplyPass>();
}
