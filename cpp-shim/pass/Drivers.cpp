// Applying patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/Drivers.h"
#include "conversion/ConversionDriver.h"
#include "run/GreedyDriver.h"
#include "run/WalkDriver.h"
#include "support/Traits.h"

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

/// Of a pass, the pass manager has checked most of this.
static LogicalResult checkRoot(const PdllPatternSet &set, Operation *root,
                               const PdllDriverOptions &options) {
  auto refuse = [&](const Twine &problem) {
    return emitError(root->getLoc(), "cannot apply patterns to this `")
           << root->getName() << "`: " << problem;
  };
  if (root->getContext() != set.context)
    return refuse("it is of another context than they are");
  if (options.conversion && options.conversion->context != set.context)
    return refuse("the conversion is of another context than they are");
  if (!root->isRegistered())
    return refuse("it is not registered, so nobody knows what its regions are");
  if (!isIsolatedFromAbove(root->getName()))
    return refuse("it is not isolated from above; apply them to the operation "
                  "around it that is");
  return success();
}

LogicalResult pdll::applyPatterns(const PdllPatternSet &set, Operation *root,
                                  const PdllDriverOptions &options,
                                  PatternTotals &totals, RunRecord *record) {
  if (failed(checkRoot(set, root, options)))
    return failure();
  switch (options.driver) {
  case PdllDriverGreedy:
    return applyGreedily(set, root, options, totals, record);
  case PdllDriverWalk:
    return applyByWalk(set, root, options.maxNumRewrites, totals, record);
  case PdllDriverConversion:
    if (!set.canConvert())
      return emitError(root->getLoc(),
                       "this set of patterns was made without conversions");
    return applyConversion(set, root, *options.conversion, options.fold, totals,
                           record);
  }
  llvm_unreachable("these are all");
}

bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options) {
  PatternTotals totals;
  return succeeded(applyPatterns(*patterns, unwrap(root), *options, totals,
                                 /*record=*/nullptr));
}
