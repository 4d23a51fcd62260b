// Applying patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/ApplyPatterns.h"
#include "conversion/Conversion.h"
#include "conversion/ConversionDriver.h"
#include "run/GreedyDriver.h"
#include "run/WalkDriver.h"
#include "support/ReportLocation.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

/// When run as a pass, the pass manager has already checked most of this.
static LogicalResult checkRoot(const PdllPatternSet &set, Operation *root,
                               const PdllDriverOptions &options) {
  auto refuse = [&](const Twine &problem) {
    return emitError(getReportLocation(root), "cannot apply patterns to this `")
           << root->getName() << "`: " << problem;
  };
  if (root->getContext() != set.context)
    return refuse("it and the patterns have different contexts");
  if (options.conversion && options.conversion->context != set.context)
    return refuse("the conversion and the patterns have different contexts");
  if (!root->isRegistered())
    return refuse("it is not registered, so its regions have no known meaning");
  if (!isIsolatedFromAbove(root->getName()))
    return refuse("it is not isolated from above; apply them to the enclosing "
                  "operation that is");
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
    return applyByWalk(set, root, options, totals, record);
  case PdllDriverConversion:
    if (!set.canConvert())
      return emitError(getReportLocation(root),
                       "this pattern set was built without conversions");
    return applyConversion(set, root, options, totals, record);
  }
  llvm_unreachable("these are all");
}
