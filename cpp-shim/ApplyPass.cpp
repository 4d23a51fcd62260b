// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternSet.h"
#include "RewriteGuard.h"
#include "Strings.h"
#include "WalkDriver.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace pdll;

namespace {

enum class Driver { Greedy, Walk };

/// What stands in for the options that a pipeline does not give.
struct OptionDefaults {
  std::vector<std::string> patterns;
  std::vector<std::string> includeDirs;
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
  LogicalResult applyGreedily(RewriteGuard &guard);

  ListOption<std::string> patterns{
      *this, "patterns",
      llvm::cl::desc("Pattern files: `.pdll`, or MLIR text or bytecode that "
                     "holds pdl"),
      llvm::cl::list_init<std::string>(getOptionDefaults().patterns)};
  ListOption<std::string> includeDirs{
      *this, "include-dirs",
      llvm::cl::desc("Folders in which `#include` looks for files"),
      llvm::cl::list_init<std::string>(getOptionDefaults().includeDirs)};
  Option<bool> odsCache{
      *this, "ods-cache",
      llvm::cl::desc("Keep what `.td` files define in $PDLL_CACHE_DIR, or "
                     "`pdll` in the user's cache folder"),
      llvm::cl::init(true)};
  Option<Driver> driver{
      *this, "driver", llvm::cl::desc("How the patterns are driven"),
      llvm::cl::init(Driver::Greedy),
      llvm::cl::values(
          clEnumValN(Driver::Greedy, "greedy",
                     "Until nothing matches any more, with folding"),
          clEnumValN(Driver::Walk, "walk",
                     "Once over every operation; only max-num-rewrites of the "
                     "options below applies"))};
  Option<bool> topDown{
      *this, "top-down",
      llvm::cl::desc("Visit operations from the top of a region down"),
      llvm::cl::init(true)};
  Option<GreedySimplifyRegionLevel> regionSimplify{
      *this, "region-simplify",
      llvm::cl::desc("How much to simplify the control flow of regions"),
      llvm::cl::init(GreedySimplifyRegionLevel::Normal),
      llvm::cl::values(clEnumValN(GreedySimplifyRegionLevel::Disabled,
                                  "disabled", "Not at all"),
                       clEnumValN(GreedySimplifyRegionLevel::Normal, "normal",
                                  "Without merging blocks"),
                       clEnumValN(GreedySimplifyRegionLevel::Aggressive,
                                  "aggressive",
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
  Option<GreedyRewriteStrictness> strictness{
      *this, "strictness", llvm::cl::desc("Which operations are rewritten"),
      llvm::cl::init(GreedyRewriteStrictness::AnyOp),
      llvm::cl::values(clEnumValN(GreedyRewriteStrictness::AnyOp, "any", "All"),
                       clEnumValN(GreedyRewriteStrictness::ExistingAndNewOps,
                                  "existing-and-new",
                                  "Those present at the start, and new ones"),
                       clEnumValN(GreedyRewriteStrictness::ExistingOps,
                                  "existing", "Those present at the start"))};
  Option<bool> testConvergence{
      *this, "test-convergence",
      llvm::cl::desc("Fail when a limit is met before a fixpoint"),
      llvm::cl::init(false)};

  /// Shared by all clones of the pass; null until `initialize`.
  std::shared_ptr<const FrozenRewritePatternSet> patternSet;
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

  // The pass manager has declared multi-threaded execution by now, in which a
  // context with assertions refuses to load dialects. No thread runs yet, and
  // the patterns need the dialects that they mention.
  context->exitMultiThreadedExecution();
  patternSet = compilePatternSet(context, *patterns, *includeDirs, odsCache);
  context->enterMultiThreadedExecution();
  return success(patternSet != nullptr);
}

void ApplyPass::runOnOperation() {
  RewriteGuard guard(getOperation());
  LogicalResult result = success();
  if (driver == Driver::Walk)
    applyPatternsByWalk(getOperation(), *patternSet, maxNumRewrites, &guard);
  else
    result = applyGreedily(guard);
  if (failed(result) || guard.hasFailed())
    signalPassFailure();
}

/// Patterns that undo each other, or feed themselves, match for ever, even
/// within one round. This many rewrites no sensible set of patterns needs.
static int64_t getRewriteLimit(Operation *root) {
  int64_t numOperations = 0;
  root->walk([&](Operation *) { ++numOperations; });
  return 50000 + 1000 * numOperations;
}

LogicalResult ApplyPass::applyGreedily(RewriteGuard &guard) {
  Operation *root = getOperation();
  bool isUnlimited = maxNumRewrites < 0;
  int64_t limit = isUnlimited ? getRewriteLimit(root) : maxNumRewrites;
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(topDown)
      .setRegionSimplificationLevel(regionSimplify)
      .setMaxIterations(maxIterations)
      .setMaxNumRewrites(limit)
      .enableFolding(fold)
      .enableConstantCSE(cseConstants)
      .setStrictness(strictness)
      .setListener(&guard);
  if (succeeded(applyPatternsGreedily(root, *patternSet, config)))
    return success();

  if (isUnlimited && guard.getNumRewrites() >= static_cast<uint64_t>(limit)) {
    Location loc = root->getLoc();
    InFlightDiagnostic endless =
        testConvergence ? emitError(loc) : emitWarning(loc);
    endless << "patterns still match after " << guard.getNumRewrites()
            << " rewrites, so they may go on for ever; stopped";
    guard.describeLastRewrite(endless);
    return failure(testConvergence);
  }
  if (!testConvergence)
    return success();
  // Without the text of the whole operation, which may be long.
  InFlightDiagnostic error = emitError(root->getLoc())
                             << "no fixpoint was reached within max-iterations="
                             << maxIterations.getValue();
  if (!isUnlimited)
    error << " rounds of max-num-rewrites=" << maxNumRewrites.getValue();
  guard.describeLastRewrite(error);
  return error;
}

void pdllRegisterApplyPass(const PdllApplyDefaults *defaults) {
  // Another copy of pdll in the process may have been first, and MLIR aborts on
  // two passes of one name.
  if (PassInfo::lookup("apply-pdll"))
    return;
  if (defaults) {
    OptionDefaults &target = getOptionDefaults();
    for (PdllString file :
         llvm::ArrayRef(defaults->patterns, defaults->numPatterns))
      target.patterns.push_back(toStringRef(file).str());
    for (PdllString dir :
         llvm::ArrayRef(defaults->includeDirs, defaults->numIncludeDirs))
      target.includeDirs.push_back(toStringRef(dir).str());
    target.options = toStringRef(defaults->options).str();
  }
  PassRegistration<ApplyPass>();
}
