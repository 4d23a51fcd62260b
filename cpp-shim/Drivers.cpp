// Applying patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Drivers.h"
#include "ConversionDriver.h"
#include "GreedyDriver.h"
#include "WalkDriver.h"

#include "mlir/CAPI/IR.h"

using namespace mlir;
using namespace pdll;

PdllDriverOptions pdllDefaultDriverOptions() {
  PdllDriverOptions options = {};
  options.driver = PdllDriverGreedy;
  options.topDown = true;
  options.regionSimplify = PdllRegionSimplifyNormal;
  options.maxIterations = 10;
  options.maxNumRewrites = -1;
  options.fold = true;
  options.cseConstants = true;
  options.strictness = PdllStrictnessAny;
  options.testConvergence = false;
  options.conversion = nullptr;
  return options;
}

LogicalResult pdll::applyPatterns(const PdllPatternSet &set, Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record) {
  if (options.driver == PdllDriverConversion)
    return applyConversion(set, root, *options.conversion, options.fold, totals,
                           record);
  RewriteGuard guard(root, set, record);
  LogicalResult result = success();
  switch (options.driver) {
  case PdllDriverGreedy:
    result = applyGreedily(set, root, options, guard, record);
    break;
  case PdllDriverWalk:
    applyPatternsByWalk(root, set.patterns, options.maxNumRewrites, &guard);
    break;
  case PdllDriverConversion:
    llvm_unreachable("this has a guard of its own");
  }
  totals = guard.getTotals();
  return failure(failed(result) || guard.hasFailed());
}

bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options) {
  PatternTotals totals;
  return succeeded(applyPatterns(*patterns, unwrap(root), *options, totals,
                                 /*record=*/nullptr));
}
