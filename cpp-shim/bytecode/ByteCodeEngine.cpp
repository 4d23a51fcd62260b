// Patterns as the bytecode of MLIR's interpreter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/ByteCodeEngine.h"
#include "bytecode/FreezePatterns.h"
#include "bytecode/Prepare.h"
#include "patterns/CurrentRun.h"

#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace pdll;

namespace {

class ByteCodeEngine final : public Engine {
public:
  explicit ByteCodeEngine(FrozenPatterns frozen)
      : Engine(std::move(frozen.roots)), patterns(std::move(frozen.patterns)),
        indices(std::move(frozen.indices)) {}

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

  bool announcesMatches() const override { return false; }

private:
  FrozenRewritePatternSet patterns;
  DenseMap<const Pattern *, size_t> indices;
};

class ByteCodeMatcher final : public Matcher {
public:
  ByteCodeMatcher(const ByteCodeEngine &engine, CurrentRun &run)
      : engine(engine), run(run), applicator(engine.getMlirPatterns()) {
    applicator.applyDefaultCostModel();
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) override;

private:
  const ByteCodeEngine &engine;
  CurrentRun &run;
  PatternApplicator applicator;
};

} // namespace

std::unique_ptr<Matcher> ByteCodeEngine::createMatcher(CurrentRun &run) const {
  return std::make_unique<ByteCodeMatcher>(*this, run);
}

LogicalResult ByteCodeMatcher::matchAndRewrite(Operation *op,
                                               PatternRewriter &rewriter) {
  // A pattern ends before the next one begins. One that is not ours, and so has
  // no index, is nothing to tell about.
  std::optional<size_t> running;
  auto begin = [&](const Pattern &pattern) {
    running = engine.getIndex(pattern);
    if (running)
      run.beginPattern(*running, op);
    return true;
  };
  auto fail = [&](const Pattern &) {
    if (running)
      run.endPattern(*running, failure());
  };
  auto succeed = [&](const Pattern &) {
    if (running)
      run.endPattern(*running, success());
    return success();
  };
  return applicator.matchAndRewrite(op, rewriter, begin, fail, succeed);
}

std::unique_ptr<Engine> pdll::createByteCodeEngine(EngineSource source) {
  PDLPatternModule patterns(std::move(source.module));
  if (failed(preparePatterns(patterns, source.natives)))
    return nullptr;
  FailureOr<FrozenPatterns> frozen = freezePatterns(
      std::move(patterns), source.infos, source.use, std::move(source.others));
  if (failed(frozen))
    return nullptr;
  return std::make_unique<ByteCodeEngine>(std::move(*frozen));
}
