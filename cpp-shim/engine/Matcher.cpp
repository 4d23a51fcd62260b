// Patterns as a program of pdll's own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/NativeEngine.h"
#include "engine/MlirPatterns.h"
#include "engine/RewriteRun.h"
#include "engine/TreeRun.h"

#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace pdll;

namespace {

class NativeEngine final : public Engine {
public:
  NativeEngine(Roots roots, std::unique_ptr<const BoundProgram> bound,
               ArrayRef<PatternInfo> infos)
      : Engine(std::move(roots)), program(std::move(bound)), infos(infos) {}

  /// Makes MLIR's patterns of the program, if `use` asks for them, and adds the
  /// others.
  void addMlirPatterns(PdllPatternUse use, ArrayRef<uint16_t> benefits,
                       RewritePatternSet others);

  std::unique_ptr<Matcher> createMatcher(CurrentRun &run) const override;

  const FrozenRewritePatternSet &getMlirPatterns() const override {
    return patterns;
  }

  std::optional<size_t> getIndex(const Pattern &pattern) const override {
    auto found = indices.find(&pattern);
    if (found == indices.end())
      return std::nullopt;
    return found->second;
  }

  bool announcesMatches() const override { return true; }

  const BoundProgram &getProgram() const { return *program; }
  ArrayRef<PatternInfo> getInfos() const { return infos; }

private:
  std::unique_ptr<const BoundProgram> program;
  ArrayRef<PatternInfo> infos;
  FrozenRewritePatternSet patterns;
  DenseMap<const Pattern *, size_t> indices;
};

class NativeMatcher final : public Matcher {
public:
  NativeMatcher(const NativeEngine &engine, CurrentRun &run)
      : program(engine.getProgram()), infos(engine.getInfos()), run(run),
        tree(program), routine(program, infos, &run) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) override;

private:
  LogicalResult rewrite(const PdllInstruction &begin, Operation *op,
                        size_t pattern, PatternRewriter &rewriter);
  LogicalResult rewriteAsAction(const PdllInstruction &begin, Operation *op,
                                size_t pattern, PatternRewriter &rewriter);

  const BoundProgram &program;
  ArrayRef<PatternInfo> infos;
  CurrentRun &run;
  TreeRun tree;
  RoutineRun routine;
};

/// What MLIR's log of actions and debuggers see of a pattern.
class LoggedPattern : public Pattern {
public:
  LoggedPattern(const PatternInfo &info, MLIRContext *context)
      : Pattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {
    setDebugName(info.name);
  }
};

} // namespace

//===- Matching -----------------------------------------------------------===//

LogicalResult NativeMatcher::matchAndRewrite(Operation *op,
                                             PatternRewriter &rewriter) {
  for (uint32_t rank : tree.find(op)) {
    const BoundPattern &pattern = program.patterns[rank];
    const PdllInstruction *begin =
        routine.match(pattern, Routine::Accepted, op, rewriter);
    if (begin && succeeded(rewrite(*begin, op, *pattern.index, rewriter)))
      return success();
    if (run.hasFailed())
      break;
  }
  return failure();
}

LogicalResult NativeMatcher::rewrite(const PdllInstruction &begin,
                                     Operation *op, size_t pattern,
                                     PatternRewriter &rewriter) {
  run.beginPattern(pattern, op);
  LogicalResult result =
      LLVM_UNLIKELY(rewriter.getContext()->hasActionHandler())
          ? rewriteAsAction(begin, op, pattern, rewriter)
          : RewriteRun(program, routine, rewriter).run(begin, op);
  run.endPattern(pattern, result);
  return result;
}

/// A handler may skip the rewrite.
LogicalResult NativeMatcher::rewriteAsAction(const PdllInstruction &begin,
                                             Operation *op, size_t pattern,
                                             PatternRewriter &rewriter) {
  MLIRContext *context = rewriter.getContext();
  LoggedPattern logged(infos[pattern], context);
  LogicalResult result = failure();
  context->executeAction<ApplyPatternAction>(
      [&] { result = RewriteRun(program, routine, rewriter).run(begin, op); },
      {op}, logged);
  return result;
}

std::unique_ptr<Matcher> NativeEngine::createMatcher(CurrentRun &run) const {
  return std::make_unique<NativeMatcher>(*this, run);
}

//===- The engine ---------------------------------------------------------===//

void NativeEngine::addMlirPatterns(PdllPatternUse use,
                                   ArrayRef<uint16_t> benefits,
                                   RewritePatternSet others) {
  if (use == PdllUseAny)
    pdll::addMlirPatterns({*program, infos, benefits}, others, indices);
  patterns = FrozenRewritePatternSet(std::move(others));
}

/// The names that patterns which are used begin with.
static Roots getRoots(const BoundProgram &program) {
  Roots roots;
  for (const BoundPattern &pattern : program.patterns) {
    if (!pattern.index)
      continue;
    if (pattern.root)
      roots.names.insert(*pattern.root);
    else
      roots.includeAll = true;
  }
  return roots;
}

std::unique_ptr<Engine> pdll::createNativeEngine(EngineSource source,
                                                 const PdllProgram &program,
                                                 PatternIndices indices) {
  std::unique_ptr<const BoundProgram> bound =
      bindProgram(program, indices, source);
  Roots roots = getRoots(*bound);
  auto engine = std::make_unique<NativeEngine>(std::move(roots),
                                               std::move(bound), source.infos);
  auto benefits = llvm::map_to_vector(
      source.module->getOps<pdl::PatternOp>(),
      [](pdl::PatternOp pattern) { return pattern.getBenefit(); });
  engine->addMlirPatterns(source.use, benefits, std::move(source.others));
  return engine;
}
