// Lets the watcher of a run follow rewrites.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/WatchedRewrites.h"
#include "contract/Names.h"
#include "patterns/CurrentRun.h"
#include "patterns/PatternParts.h"
#include "patterns/RewriteWatcher.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

static RewriteWatcher *getWatcher() {
  CurrentRun *run = CurrentRun::get();
  return run ? run->getWatcher() : nullptr;
}

//===- Calls --------------------------------------------------------------===//

namespace {

/// Tells the watcher when a pattern rewrites.
struct WatchedPatternConfig : PDLPatternConfigBase<WatchedPatternConfig> {
  // Classes of unnamed namespaces have no identity otherwise.
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WatchedPatternConfig)

  void notifyRewriteBegin(PatternRewriter &rewriter) final {
    if (RewriteWatcher *watcher = getWatcher())
      watcher->beginRewrite(rewriter);
  }
  void notifyRewriteEnd(PatternRewriter &rewriter) final {
    if (RewriteWatcher *watcher = getWatcher())
      watcher->endRewrite(rewriter);
  }
};

} // namespace

static LogicalResult checkMatch(RewriteWatcher &watcher, ArrayRef<PDLValue>) {
  return watcher.checkMatch();
}

/// The interpreter forgets the ranges of all matches when it tries the patterns
/// of another operation.
static LogicalResult checkMatchOfRanges(RewriteWatcher &watcher,
                                        ArrayRef<PDLValue>) {
  if (failed(watcher.checkMatch()))
    return failure();
  if (!watcher.followsRollback())
    return success();
  return watcher.refuse(
      "it matches a range, and is not tried after another pattern of the same "
      "operation was rolled back; give it a higher benefit");
}

static LogicalResult checkErasure(RewriteWatcher &watcher,
                                  ArrayRef<PDLValue> arguments) {
  return watcher.checkErasure(arguments[0].cast<Operation *>());
}

/// The arguments are the replaced operation and what replaces it.
static LogicalResult checkReplacement(RewriteWatcher &watcher,
                                      ArrayRef<PDLValue> arguments) {
  SmallVector<Value> values;
  for (PDLValue argument : arguments.drop_front()) {
    if (!argument)
      values.push_back(nullptr);
    else if (argument.isa<ValueRange>())
      llvm::append_range(values, argument.cast<ValueRange>());
    else if (argument.isa<Operation *>())
      llvm::append_range(values, argument.cast<Operation *>()->getResults());
    else
      values.push_back(argument.cast<Value>());
  }
  return watcher.checkReplacement(arguments[0].cast<Operation *>(), values);
}

static LogicalResult checkEnd(RewriteWatcher &watcher, ArrayRef<PDLValue>) {
  return watcher.checkEnd();
}

static void registerCalls(PDLPatternModule &patterns) {
  auto add = [&](StringRef name, auto *check) {
    patterns.registerRewriteFunction(
        name, PDLRewriteFunction([check](PatternRewriter &, PDLResultList &,
                                         ArrayRef<PDLValue> arguments) {
          RewriteWatcher *watcher = getWatcher();
          return watcher ? check(*watcher, arguments) : success();
        }));
  };
  add(PDLL_FN_CHECK_MATCH, checkMatch);
  add(PDLL_FN_CHECK_MATCH_OF_RANGES, checkMatchOfRanges);
  add(PDLL_FN_CHECK_ERASURE, checkErasure);
  add(PDLL_FN_CHECK_REPLACEMENT, checkReplacement);
  add(PDLL_FN_CHECK_END, checkEnd);
}

//===- Patterns -----------------------------------------------------------===//

/// Whether the rewrite uses ranges from the match.
static bool usesRanges(pdl::RewriteOp rewrite) {
  return rewrite
      .walk([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (isa<pdl::RangeType>(operand.getType()) &&
              operand.getParentBlock() != rewrite.getBody())
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

static void addCall(OpBuilder &builder, Location loc, StringRef name,
                    ValueRange arguments) {
  pdl::ApplyNativeRewriteOp::create(builder, loc, TypeRange(), name, arguments);
}

static void addCalls(pdl::PatternOp pattern) {
  pdl::RewriteOp rewrite = pattern.getRewriter();
  for (Operation &op : llvm::make_early_inc_range(*rewrite.getBody())) {
    OpBuilder builder(&op);
    if (auto erasure = dyn_cast<pdl::EraseOp>(op))
      addCall(builder, op.getLoc(), PDLL_FN_CHECK_ERASURE,
              erasure.getOpValue());
    else if (isa<pdl::ReplaceOp>(op))
      addCall(builder, op.getLoc(), PDLL_FN_CHECK_REPLACEMENT,
              op.getOperands());
  }
  Value root = getRootOrFirst(pattern);
  OpBuilder builder = OpBuilder::atBlockBegin(rewrite.getBody());
  addCall(builder, rewrite.getLoc(),
          usesRanges(rewrite) ? PDLL_FN_CHECK_MATCH_OF_RANGES
                              : PDLL_FN_CHECK_MATCH,
          root);
  builder.setInsertionPointToEnd(rewrite.getBody());
  addCall(builder, rewrite.getLoc(), PDLL_FN_CHECK_END, root);
}

/// Adds the configuration to all patterns. A module of patterns takes
/// configurations only when it is made.
static PDLPatternModule configure(PDLPatternModule patterns) {
  ModuleOp module = patterns.getModule();
  OwningOpRef<ModuleOp> moved = ModuleOp::create(module.getLoc());
  moved->getBody()->getOperations().splice(moved->getBody()->end(),
                                           module.getBody()->getOperations());
  PDLPatternModule configured(std::move(moved), WatchedPatternConfig());
  configured.mergeIn(std::move(patterns));
  return configured;
}

PDLPatternModule pdll::watchRewrites(PDLPatternModule patterns) {
  for (auto pattern : patterns.getModule().getOps<pdl::PatternOp>())
    addCalls(pattern);
  registerCalls(patterns);
  return configure(std::move(patterns));
}
