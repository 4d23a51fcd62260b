// A driver that applies patterns until none matches any more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/GreedyDriver.h"

#include "report/RunRecord.h"
#include "run/GreedyRounds.h"
#include "support/ReportLocation.h"

using namespace mlir;
using namespace pdll;

static InFlightDiagnostic reportRunaway(Operation *root,
                                        const RewriteGuard &guard) {
  InFlightDiagnostic error =
      emitError(getReportLocation(root))
      << "the patterns do not appear to terminate; stopped after "
      << guard.getTotals().rewrites << " rewrites";
  guard.describeCycle(error);
  error.attachNote() << "if they do terminate, set `max-num-rewrites` to the "
                        "maximum number of rewrites in a round, and "
                        "`max-iterations` to the maximum number of rounds";
  return error;
}

static InFlightDiagnostic reportEndlessFold(Location loc) {
  InFlightDiagnostic error =
      emitError(loc, "folding this operation does not appear to terminate");
  error.attachNote() << "to leave operations as they are, set `fold=false`";
  return error;
}

static InFlightDiagnostic reportNoFixpoint(Operation *root,
                                           const PdllDriverOptions &options,
                                           const RewriteGuard &guard) {
  // `root->emitError` would print the whole operation, which may be long.
  InFlightDiagnostic error = emitError(getReportLocation(root))
                             << "no fixpoint was reached within max-iterations="
                             << options.maxIterations;
  if (options.maxNumRewrites >= 0)
    error << " rounds of max-num-rewrites=" << options.maxNumRewrites;
  guard.describeLastRewrite(error);
  return error;
}

/// Says why the rounds were stopped.
static LogicalResult reportStop(Operation *root, GreedyRounds &rounds) {
  // The guard has reported what is wrong.
  if (rounds.getGuard().hasFailed())
    return failure();
  if (std::optional<Location> loc = rounds.getEndlessFold())
    return reportEndlessFold(*loc);
  return reportRunaway(root, rounds.getGuard());
}

/// Runs the rounds until one changes nothing, or there were as many as allowed.
static LogicalResult run(Operation *root, GreedyRounds &rounds,
                         const PdllDriverOptions &options, RunRecord *record) {
  int64_t limit = options.maxIterations;
  for (int64_t round = 1; round <= limit || limit < 0; ++round) {
    if (record)
      record->setRound(round);
    switch (rounds.runRound()) {
    case GreedyRounds::Outcome::Unchanged:
      return success();
    case GreedyRounds::Outcome::Changed:
      break;
    case GreedyRounds::Outcome::Stopped:
      return reportStop(root, rounds);
    }
  }
  if (options.testConvergence)
    return reportNoFixpoint(root, options, rounds.getGuard());
  return success();
}

LogicalResult pdll::applyGreedily(const PdllPatternSet &set, Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record) {
  for (Region &region : root->getRegions()) {
    GreedyRounds rounds(set, root, region, options, record);
    LogicalResult result = run(root, rounds, options, record);
    RewriteGuard &guard = rounds.getGuard();
    if (succeeded(result))
      guard.finish();
    totals.add(guard.getTotals());
    if (failed(result) || guard.hasFailed())
      return failure();
  }
  return success();
}
