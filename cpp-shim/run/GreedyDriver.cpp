// MLIR's greedy driver, kept from running without end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GreedyDriver.h"

#include "report/RunRecord.h"
#include "run/RewriteBudget.h"
#include "run/RewriteGuard.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace pdll;

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

namespace {

/// One run of the driver.
class GreedyRun {
public:
  GreedyRun(const PdllPatternSet &set, Operation *root,
            const PdllDriverOptions &options, RewriteGuard &guard,
            RunRecord *record);

  LogicalResult run();

private:
  bool runRound(int64_t maxIterations);
  int64_t getRewriteLimit() const;
  /// Whether there were more rewrites than any patterns need that terminate.
  bool isRunaway() const {
    return budget >= 0 &&
           guard.getTotals().rewrites >= static_cast<uint64_t>(budget);
  }
  InFlightDiagnostic reportRunaway() const;
  InFlightDiagnostic reportNoFixpoint() const;

  const PdllPatternSet &set;
  Operation *root;
  const PdllDriverOptions &options;
  RewriteGuard &guard;
  RunRecord *record;
  /// The maximum number of rewrites in all rounds, or -1 for no limit.
  int64_t budget;
};

} // namespace

GreedyRun::GreedyRun(const PdllPatternSet &set, Operation *root,
                     const PdllDriverOptions &options, RewriteGuard &guard,
                     RunRecord *record)
    : set(set), root(root), options(options), guard(guard), record(record) {
  bool isUnlimited = options.maxNumRewrites < 0 || options.maxIterations < 0;
  budget = isUnlimited ? getRewriteBudget(root) : -1;
}

int64_t GreedyRun::getRewriteLimit() const {
  if (options.maxNumRewrites >= 0)
    return options.maxNumRewrites;
  return budget - static_cast<int64_t>(guard.getTotals().rewrites);
}

/// Returns whether the patterns reached a fixpoint.
bool GreedyRun::runRound(int64_t maxIterations) {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(options.topDown)
      .setRegionSimplificationLevel(getLevel(options.regionSimplify))
      .setMaxIterations(maxIterations)
      .setMaxNumRewrites(getRewriteLimit())
      .enableFolding(options.fold)
      .enableConstantCSE(options.cseConstants)
      .setStrictness(getStrictness(options.strictness))
      .setListener(&guard);
  return succeeded(
      applyPatternsGreedily(root, set.engine->getMlirPatterns(), config));
}

InFlightDiagnostic GreedyRun::reportRunaway() const {
  InFlightDiagnostic error =
      emitError(root->getLoc())
      << "the patterns do not appear to terminate; stopped after "
      << guard.getTotals().rewrites << " rewrites";
  guard.describeCycle(error);
  error.attachNote() << "if they do terminate, set `max-num-rewrites` to the "
                        "maximum number of rewrites in a round, and "
                        "`max-iterations` to the maximum number of rounds";
  return error;
}

InFlightDiagnostic GreedyRun::reportNoFixpoint() const {
  // `root->emitError` would print the whole operation, which may be long.
  InFlightDiagnostic error = emitError(root->getLoc())
                             << "no fixpoint was reached within max-iterations="
                             << options.maxIterations;
  if (options.maxNumRewrites >= 0)
    error << " rounds of max-num-rewrites=" << options.maxNumRewrites;
  guard.describeLastRewrite(error);
  return error;
}

LogicalResult GreedyRun::run() {
  // MLIR's driver cannot be stopped between its rounds, so each round is a run
  // of its own. With `existing`, all rounds must be one run, so that they have
  // the same operations to start with.
  if (options.strictness == PdllStrictnessExisting) {
    constexpr int64_t manyRounds = 1000;
    if (runRound(options.maxIterations < 0 ? manyRounds
                                           : options.maxIterations))
      return success();
  } else {
    for (int64_t round = 1;
         round <= options.maxIterations || options.maxIterations < 0; ++round) {
      if (record)
        record->setRound(round);
      if (runRound(/*maxIterations=*/1) || guard.hasFailed())
        return success();
      if (isRunaway())
        break;
    }
  }
  if (isRunaway())
    return reportRunaway();
  if (options.testConvergence)
    return reportNoFixpoint();
  return success();
}

LogicalResult pdll::applyGreedily(const PdllPatternSet &set, Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record) {
  RewriteGuard guard(root, set, record);
  LogicalResult result = GreedyRun(set, root, options, guard, record).run();
  totals = guard.getTotals();
  return failure(failed(result) || guard.hasFailed());
}
