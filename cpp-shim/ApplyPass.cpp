// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternSet.h"
#include "Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Pass/Pass.h"
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

class ApplyPass : public PassWrapper<ApplyPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyPass)

  ApplyPass();
  // The pass manager copies the values of the options itself.
  ApplyPass(const ApplyPass &other)
      : PassWrapper(other), patternSet(other.patternSet) {}

  StringRef getName() const override { return "ApplyPDLL"; }
  StringRef getArgument() const override { return "apply-pdll"; }
  StringRef getDescription() const override {
    return "Apply the patterns of PDLL or PDL files";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  PdllDriverOptions getDriverOptions() const;

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
  Option<PdllDriver> driver{
      *this, "driver", llvm::cl::desc("How the patterns are driven"),
      llvm::cl::init(PdllDriverGreedy),
      llvm::cl::values(
          clEnumValN(PdllDriverGreedy, "greedy",
                     "Until nothing matches any more, with folding"),
          clEnumValN(PdllDriverWalk, "walk",
                     "Once over every operation; only max-num-rewrites of the "
                     "options below applies"))};
  Option<bool> topDown{
      *this, "top-down",
      llvm::cl::desc("Visit operations from the top of a region down"),
      llvm::cl::init(true)};
  Option<PdllRegionSimplify> regionSimplify{
      *this, "region-simplify",
      llvm::cl::desc("How much to simplify the control flow of regions"),
      llvm::cl::init(PdllRegionSimplifyNormal),
      llvm::cl::values(
          clEnumValN(PdllRegionSimplifyDisabled, "disabled", "Not at all"),
          clEnumValN(PdllRegionSimplifyNormal, "normal",
                     "Without merging blocks"),
          clEnumValN(PdllRegionSimplifyAggressive, "aggressive",
                     "With merging of identical blocks"))};
  Option<int64_t> maxIterations{
      *this, "max-iterations",
      llvm::cl::desc("Rounds over the whole region, -1 for no limit"),
      llvm::cl::init(10)};
  Option<int64_t> maxNumRewrites{
      *this, "max-num-rewrites",
      llvm::cl::desc("Rewrites within one round, -1 for as many as patterns "
                     "that come to an end may need"),
      llvm::cl::init(-1)};
  Option<bool> fold{*this, "fold",
                    llvm::cl::desc("Fold operations between rewrites"),
                    llvm::cl::init(true)};
  Option<bool> cseConstants{*this, "cse-constants",
                            llvm::cl::desc("Merge equal constants"),
                            llvm::cl::init(true)};
  Option<PdllStrictness> strictness{
      *this, "strictness", llvm::cl::desc("Which operations are rewritten"),
      llvm::cl::init(PdllStrictnessAny),
      llvm::cl::values(clEnumValN(PdllStrictnessAny, "any", "All"),
                       clEnumValN(PdllStrictnessExistingAndNew,
                                  "existing-and-new",
                                  "Those present at the start, and new ones"),
                       clEnumValN(PdllStrictnessExisting, "existing",
                                  "Those present at the start"))};
  Option<bool> testConvergence{
      *this, "test-convergence",
      llvm::cl::desc("Fail when a limit is met before a fixpoint"),
      llvm::cl::init(false)};

  /// Shared by all clones of the pass; null until `initialize`.
  std::shared_ptr<const PdllPatternSet> patternSet;
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

LogicalResult ApplyPass::initialize(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  if (!defaultsError.empty())
    return emitError(loc) << defaultsError;
  if (patterns.empty())
    return emitError(loc) << "`apply-pdll` needs pattern files; write "
                             "`apply-pdll{patterns=a.pdll,b.pdll}`";

  auto toStrings = [](ArrayRef<std::string> strings) {
    return llvm::map_to_vector(strings, [](const std::string &string) {
      return toPdllString(string);
    });
  };
  SmallVector<PdllString> files = toStrings(*patterns);
  SmallVector<PdllString> folders = toStrings(*includeDirs);
  SmallVector<PdllString> libraries = toStrings(*natives);
  PdllPatternSource source = {
      files.data(),     files.size(),     folders.data(), folders.size(),
      libraries.data(), libraries.size(), odsCache, nativeCode};
  // The pass manager has declared multi-threaded execution by now, in which a
  // context with assertions refuses to load dialects. No thread runs yet, and
  // the patterns need the dialects that they mention.
  context->exitMultiThreadedExecution();
  PdllPatternSet *compiled = pdllCompilePatternSet(wrap(context), &source);
  context->enterMultiThreadedExecution();
  if (!compiled)
    return failure();
  patternSet.reset(compiled, pdllPatternSetDestroy);
  return success();
}

PdllDriverOptions ApplyPass::getDriverOptions() const {
  PdllDriverOptions options;
  options.driver = driver;
  options.topDown = topDown;
  options.regionSimplify = regionSimplify;
  options.maxIterations = maxIterations;
  options.maxNumRewrites = maxNumRewrites;
  options.fold = fold;
  options.cseConstants = cseConstants;
  options.strictness = strictness;
  options.testConvergence = testConvergence;
  return options;
}

void ApplyPass::runOnOperation() {
  PdllDriverOptions options = getDriverOptions();
  if (!pdllPatternSetApply(patternSet.get(), wrap(getOperation()), &options))
    signalPassFailure();
}

void pdllRegisterApplyPass(const PdllApplyDefaults *defaults) {
  // Another copy of pdll in the process may have been first, and MLIR aborts on
  // two passes of one name.
  if (PassInfo::lookup("apply-pdll"))
    return;
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
