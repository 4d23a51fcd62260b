// What must be done to patterns before MLIR's interpreter can run them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/Prepare.h"
#include "bytecode/Capacity.h"
#include "bytecode/Limits.h"
#include "bytecode/RegisterNatives.h"
#include "lowering/ConstraintResults.h"
#include "lowering/Erasures.h"
#include "lowering/Groups.h"
#include "lowering/PatternGuards.h"
#include "lowering/Presence.h"
#include "lowering/Repetitions.h"
#include "lowering/ResultTypes.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

/// Repairs one pattern. Its groups come before the limits that they lead to.
static LogicalResult repairPattern(PDLPatternModule &patterns,
                                   pdl::PatternOp pattern, RunsIn runsIn) {
  bindConstraintResults(pattern);
  createWithoutResults(pattern.getRewriter());
  if (failed(lowerGroups(patterns, pattern, runsIn)) ||
      failed(checkLostGroups(pattern)))
    return failure();
  moveErasuresBack(pattern.getRewriter());
  if (failed(checkRanges(pattern.getRewriter())))
    return failure();
  requireEqualRepetitions(pattern);
  requireDistinct(pattern);
  requireSurvival(pattern);
  requirePresentResults(pattern.getRewriter());
  return success();
}

static LogicalResult repairPatterns(PDLPatternModule &patterns, RunsIn runsIn) {
  LogicalResult result = success();
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>())
    if (failed(repairPattern(patterns, pattern, runsIn)))
      result = failure();
  return success(succeeded(result) &&
                 succeeded(checkCapacity(patterns.getModule())));
}

LogicalResult pdll::preparePatterns(PDLPatternModule &patterns,
                                    const Natives &natives) {
  registerNatives(patterns, natives);
  if (failed(repairPatterns(patterns, RunsIn::ThisProgram)))
    return failure();
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>()) {
    requireFittingAttributes(pattern);
    requireBoundedGrowth(pattern);
    inferResultTypesSafely(pattern.getRewriter());
  }
  registerPatternGuards(patterns);
  registerPresence(patterns);
  registerResultTypeInference(patterns);
  registerEquality(patterns);
  separateConstraintResults(patterns, [](StringRef) { return true; });
  return success();
}

LogicalResult
pdll::preparePatternsAheadOfTime(PDLPatternModule &patterns,
                                 function_ref<bool(StringRef)> isDefined) {
  if (failed(repairPatterns(patterns, RunsIn::OtherProgram)))
    return failure();
  separateConstraintResults(patterns, isDefined);
  return success();
}
