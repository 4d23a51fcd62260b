// Checks of whole pattern sets.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/Prepare.h"
#include "lowering/ConstraintResults.h"
#include "lowering/Groups.h"
#include "lowering/Link.h"
#include "lowering/PatternGuards.h"
#include "lowering/Repetitions.h"
#include "lowering/ResultTypes.h"
#include "std/Library.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace pdll;

static LogicalResult checkTopLevel(ModuleOp module) {
  LogicalResult result = success();
  for (Operation &op : *module.getBody()) {
    if (!isa<pdl::PatternOp>(op))
      result = emitError(op.getLoc(),
                         "expected only `pdl.pattern` operations in a set "
                         "of patterns, but found `")
               << op.getName() << "`";
  }
  return result;
}

/// The run time asks an operation name whether it infers its result types, and
/// only a loaded dialect can answer.
static void loadDialects(ModuleOp module) {
  module.walk([](pdl::OperationOp op) {
    if (std::optional<StringRef> name = op.getOpName())
      op.getContext()->getOrLoadDialect(name->split('.').first);
  });
  loadDialectsOfLibrary(module);
}

/// A rewrite by a native function alone becomes a section with one call, so
/// that it is checked and watched as all others are.
static LogicalResult openNativeRewrite(pdl::RewriteOp rewrite) {
  std::optional<StringRef> name = rewrite.getName();
  if (!name)
    return success();
  if (!rewrite->getNumOperands())
    return emitError(rewrite.getLoc(), "native rewrite `")
           << *name << "` needs an argument, such as the root";
  OpBuilder builder(rewrite);
  builder.createBlock(&rewrite.getBodyRegion());
  pdl::ApplyNativeRewriteOp::create(builder, rewrite.getLoc(), TypeRange(),
                                    *name, rewrite->getOperands());
  rewrite.removeNameAttr();
  rewrite.getExternalArgsMutable().clear();
  return success();
}

/// Checks one pattern, and lowers what PDL gets wrong.
static LogicalResult checkPattern(PDLPatternModule &patterns,
                                  pdl::PatternOp pattern) {
  SmallVector<pdl::OperationOp> erased;
  if (failed(checkMatch(pattern)) ||
      failed(checkRewrite(pattern.getRewriter(), erased)))
    return failure();
  bindConstraintResults(pattern);
  if (failed(lowerGroups(patterns, pattern)) ||
      failed(checkMatch(pattern, /*hasLostGroups=*/true)))
    return failure();
  moveErasuresBack(pattern.getRewriter());
  if (failed(checkRanges(pattern.getRewriter())))
    return failure();
  requireEqualRepetitions(pattern);
  requireDistinct(pattern, erased);
  requireSurvival(pattern);
  return success();
}

/// Checks all patterns one by one.
static LogicalResult checkEach(PDLPatternModule &patterns) {
  LogicalResult result = success();
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>())
    if (failed(checkPattern(patterns, pattern)))
      result = failure();
  return result;
}

/// Checks the patterns, whose native functions are known or will be, and lowers
/// what PDL gets wrong.
static LogicalResult checkAll(PDLPatternModule &patterns,
                              function_ref<LogicalResult()> link) {
  ModuleOp module = patterns.getModule();
  if (failed(checkTopLevel(module)))
    return failure();
  loadDialects(module);
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(openNativeRewrite(pattern.getRewriter())))
      return failure();
  LogicalResult result = link();
  if (failed(checkLibraryCalls(module)))
    result = failure();
  if (failed(checkEach(patterns)))
    result = failure();
  return success(succeeded(result) && succeeded(checkCapacity(module)));
}

LogicalResult pdll::checkPatterns(PDLPatternModule &patterns,
                                  const Natives &natives) {
  auto link = [&] { return linkNatives(patterns, natives); };
  if (failed(checkAll(patterns, link)))
    return failure();
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>()) {
    requireFittingAttributes(pattern);
    requireBoundedGrowth(pattern);
    inferResultTypesSafely(pattern.getRewriter());
  }
  registerPatternGuards(patterns);
  registerResultTypeInference(patterns);
  registerEquality(patterns);
  separateConstraintResults(patterns, [](StringRef) { return true; });
  // PDL's own verifier says more once the dialects are loaded.
  return verify(patterns.getModule());
}

LogicalResult
pdll::checkPatternsAheadOfTime(PDLPatternModule &patterns,
                               function_ref<bool(StringRef)> isDefined) {
  if (failed(checkAll(patterns, [] { return success(); })))
    return failure();
  separateConstraintResults(patterns, isDefined);
  return verify(patterns.getModule());
}
