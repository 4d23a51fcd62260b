// Applying patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternSet.h"
#include "RewriteGuard.h"
#include "WalkDriver.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace pdll;

PdllDriverOptions pdllDefaultDriverOptions() {
  PdllDriverOptions options;
  options.driver = PdllDriverGreedy;
  options.topDown = true;
  options.regionSimplify = PdllRegionSimplifyNormal;
  options.maxIterations = 10;
  options.maxNumRewrites = -1;
  options.fold = true;
  options.cseConstants = true;
  options.strictness = PdllStrictnessAny;
  options.testConvergence = false;
  return options;
}

/// Patterns that undo each other, or feed themselves, match for ever, even
/// within one round. This many rewrites no sensible set of patterns needs.
static int64_t getRewriteLimit(Operation *root) {
  int64_t numOperations = 0;
  root->walk([&](Operation *) { ++numOperations; });
  return 50000 + 1000 * numOperations;
}

static GreedySimplifyRegionLevel getLevel(PdllRegionSimplify level) {
  switch (level) {
  case PdllRegionSimplifyDisabled:
    return GreedySimplifyRegionLevel::Disabled;
  case PdllRegionSimplifyNormal:
    return GreedySimplifyRegionLevel::Normal;
  case PdllRegionSimplifyAggressive:
    return GreedySimplifyRegionLevel::Aggressive;
  }
  llvm_unreachable("these are all");
}

static GreedyRewriteStrictness getStrictness(PdllStrictness strictness) {
  switch (strictness) {
  case PdllStrictnessAny:
    return GreedyRewriteStrictness::AnyOp;
  case PdllStrictnessExistingAndNew:
    return GreedyRewriteStrictness::ExistingAndNewOps;
  case PdllStrictnessExisting:
    return GreedyRewriteStrictness::ExistingOps;
  }
  llvm_unreachable("these are all");
}

/// Says that the driver met a limit, if that is worth a word.
static LogicalResult reportLimit(Operation *root,
                                 const PdllDriverOptions &options,
                                 int64_t limit, const RewriteGuard &guard) {
  Location loc = root->getLoc();
  bool isUnlimited = options.maxNumRewrites < 0;
  if (isUnlimited && guard.getNumRewrites() >= static_cast<uint64_t>(limit)) {
    InFlightDiagnostic endless =
        options.testConvergence ? emitError(loc) : emitWarning(loc);
    endless << "patterns still match after " << guard.getNumRewrites()
            << " rewrites, so they may go on for ever; stopped";
    guard.describeLastRewrite(endless);
    return failure(options.testConvergence);
  }
  if (!options.testConvergence)
    return success();
  // Without the text of the whole operation, which may be long.
  InFlightDiagnostic error = emitError(loc)
                             << "no fixpoint was reached within max-iterations="
                             << options.maxIterations;
  if (!isUnlimited)
    error << " rounds of max-num-rewrites=" << options.maxNumRewrites;
  guard.describeLastRewrite(error);
  return error;
}

static LogicalResult applyGreedily(const FrozenRewritePatternSet &patterns,
                                   Operation *root,
                                   const PdllDriverOptions &options,
                                   RewriteGuard &guard) {
  int64_t limit = options.maxNumRewrites < 0 ? getRewriteLimit(root)
                                             : options.maxNumRewrites;
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(options.topDown)
      .setRegionSimplificationLevel(getLevel(options.regionSimplify))
      .setMaxIterations(options.maxIterations)
      .setMaxNumRewrites(limit)
      .enableFolding(options.fold)
      .enableConstantCSE(options.cseConstants)
      .setStrictness(getStrictness(options.strictness))
      .setListener(&guard);
  if (succeeded(applyPatternsGreedily(root, patterns, config)))
    return success();
  return reportLimit(root, options, limit, guard);
}

bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options) {
  Operation *op = unwrap(root);
  RewriteGuard guard(op);
  LogicalResult result = success();
  switch (options->driver) {
  case PdllDriverGreedy:
    result = applyGreedily(patterns->patterns, op, *options, guard);
    break;
  case PdllDriverWalk:
    applyPatternsByWalk(op, patterns->patterns, options->maxNumRewrites,
                        &guard);
    break;
  }
  return succeeded(result) && !guard.hasFailed();
}
