// What must be done to patterns before MLIR's interpreter can run them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/RepairPatterns.h"
#include "lowering/Capacity.h"
#include "lowering/ConstraintResults.h"
#include "lowering/Erasures.h"
#include "lowering/Groups.h"
#include "lowering/Limits.h"
#include "lowering/PatternGuards.h"
#include "lowering/Presence.h"
#include "lowering/Repetitions.h"
#include "lowering/ResultTypes.h"

using namespace mlir;
using namespace pdll;

/// Repairs one pattern. Its groups come before the limits that they lead to.
static LogicalResult repairPattern(pdl::PatternOp pattern) {
  bindConstraintResults(pattern);
  createWithoutResults(pattern.getRewriter());
  if (failed(lowerGroups(pattern)) || failed(checkLostGroups(pattern)))
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

LogicalResult pdll::repairPatterns(ModuleOp module,
                                   function_ref<bool(StringRef)> isDefined) {
  LogicalResult result = success();
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(repairPattern(pattern)))
      result = failure();
  if (failed(result) || failed(checkCapacity(module)))
    return failure();
  separateConstraintResults(module, isDefined);
  return success();
}
