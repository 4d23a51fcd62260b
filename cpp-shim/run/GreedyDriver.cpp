// MLIR's greedy driver, kept from running for ever.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GreedyDriver.h"

#include "report/RunRecord.h"
#include "run/RewriteGuard.h"
#include "support/OperationPrefetch.h"

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
  /// Whether there were as many rewrites as only endless patterns need.
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
  /// How many rewrites there may be in all, or -1 for any number.
  int64_t budget;
};

} // namespace

/// The number of operations below `op`. Reads ahead, as MLIR's walk does not.
static int64_t countOperations(Operation *op) {
  int64_t count = 0;
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      OperationPrefetch prefetch;
      for (Operation &nested : block) {
        prefetch.advance(nested);
        count += 1 + (nested.getNumRegions() ? countOperations(&nested) : 0);
      }
    }
  }
  return count;
}

/// Patterns that undo each other, or feed themselves, match for ever, even
/// within one round. This many rewrites no sensible set of patterns needs.
static int64_t getRewriteBudget(Operation *root) {
  return 50000 + 1000 * countOperations(root);
}

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

/// Returns whether nothing is left to do.
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
  return succeeded(applyPatternsGreedily(root, set.patterns, config));
}

InFlightDiagnostic GreedyRun::reportRunaway() const {
  InFlightDiagnostic error =
      emitError(root->getLoc())
      << "patterns seem to match for ever; stopped after "
      << guard.getTotals().rewrites << " rewrites";
  guard.describeCycle(error);
  error.attachNote() << "if they do come to an end, set `max-num-rewrites` to "
                        "the rewrites that a round may need, and "
                        "`max-iterations` to the number of rounds";
  return error;
}

InFlightDiagnostic GreedyRun::reportNoFixpoint() const {
  // Without the text of the whole operation, which may be long.
  InFlightDiagnostic error = emitError(root->getLoc())
                             << "no fixpoint was reached within max-iterations="
                             << options.maxIterations;
  if (options.maxNumRewrites >= 0)
    error << " rounds of max-num-rewrites=" << options.maxNumRewrites;
  guard.describeLastRewrite(error);
  return error;
}

LogicalResult GreedyRun::run() {
  // The driver cannot be stopped between its rounds, so each is a run of its
  // own. Only the operations that exist at the start must be the same ones in
  // all rounds.
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
