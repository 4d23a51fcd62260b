// Matches and rewrites operations in one run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Matcher.h"
#include "engine/RewriteRun.h"

#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What MLIR's log of actions and debuggers see of a pattern.
class LoggedPattern : public Pattern {
public:
  LoggedPattern(const PatternInfo &info, MLIRContext *context)
      : Pattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {
    setDebugName(info.name);
  }
};

} // namespace

Matcher::Matcher(const Engine &engine, CurrentRun &run, MLIRContext *context)
    : program(engine.getProgram()), infos(engine.getInfos()), run(run),
      matchesAnyName(engine.matchesAnyName()),
      hasActionHandler(context->hasActionHandler()), tree(program),
      routine(program, infos, &run), replacement(program, routine, run) {}

/// `root` is the entry of the operation's name, or null.
LogicalResult Matcher::matchAndRewriteFrom(const Tables::Entry *root,
                                           Operation *op,
                                           PatternRewriter &rewriter) {
  if (!root || root->instruction != PDLL_NONE)
    return applyAccepted(op, root, /*mustNameRoot=*/false, rewriter);
  return apply(program.patterns[root->bound], Routine::Whole, op, rewriter);
}

LogicalResult Matcher::matchAndRewriteAs(OperationName name, Operation *op,
                                         PatternRewriter &rewriter) {
  const Tables::Entry *root = findRoot(name);
  if (!root)
    return failure();
  if (root->instruction != PDLL_NONE)
    return applyAccepted(op, root, /*mustNameRoot=*/true, rewriter);
  return apply(program.patterns[root->bound], Routine::Whole, op, rewriter);
}

/// Applies the patterns that the tree finds. With `mustNameRoot`, leaves out
/// those that begin with operations of any name.
LogicalResult Matcher::applyAccepted(Operation *op, const Tables::Entry *root,
                                     bool mustNameRoot,
                                     PatternRewriter &rewriter) {
  for (uint32_t rank : tree.find(op, root)) {
    const BoundPattern &pattern = program.patterns[rank];
    if (mustNameRoot && !pattern.root)
      continue;
    if (succeeded(apply(pattern, Routine::Accepted, op, rewriter)))
      return success();
    if (run.hasFailed())
      break;
  }
  return failure();
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
LogicalResult Matcher::apply(const BoundPattern &pattern, Routine entry,
                             Operation *op, PatternRewriter &rewriter) {
  const PdllInstruction *begin = routine.match(pattern, entry, op, rewriter);
  return begin ? rewrite(*begin, op, *pattern.index, rewriter) : failure();
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
LogicalResult Matcher::rewrite(const PdllInstruction &begin, Operation *op,
                               size_t pattern, PatternRewriter &rewriter) {
  if (LLVM_UNLIKELY(!run.mayRewrite()))
    return failure();
  run.beginPattern(pattern, op);
  LogicalResult result =
      LLVM_UNLIKELY(hasActionHandler)
          ? rewriteAsAction(begin, op, pattern, rewriter)
          : execute(begin, op, rewriter);
  run.endPattern(pattern, result);
  if (succeeded(result))
    run.countRewrite();
  return result;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
LogicalResult Matcher::execute(const PdllInstruction &begin, Operation *op,
                               PatternRewriter &rewriter) {
  if (run.replacesRoots() && program.rewrites[begin.b].onlyReplacesRoot)
    return replacement.run(begin, op, rewriter);
  return executeStepByStep(begin, op, rewriter);
}

/// Most rewrites of most drivers need not reserve the memory of this.
LLVM_ATTRIBUTE_NOINLINE
LogicalResult Matcher::executeStepByStep(const PdllInstruction &begin,
                                         Operation *op,
                                         PatternRewriter &rewriter) {
  return RewriteRun(program, routine, rewriter, begin, op).run();
}

/// A handler may skip the rewrite.
LogicalResult Matcher::rewriteAsAction(const PdllInstruction &begin,
                                       Operation *op, size_t pattern,
                                       PatternRewriter &rewriter) {
  MLIRContext *context = rewriter.getContext();
  LoggedPattern logged(infos[pattern], context);
  LogicalResult result = failure();
  context->executeAction<ApplyPatternAction>(
      [&] { result = executeStepByStep(begin, op, rewriter); }, {op}, logged);
  return result;
}
