// The patterns of a program as MLIR's patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/MlirPatterns.h"
#include "engine/RewriteRun.h"

using namespace mlir;
using namespace pdll;

namespace {

/// One pattern. Drivers share it between threads, and try it on one operation
/// while another one is being legalized, so each attempt has registers of its
/// own.
class ProgramPattern final : public RewritePattern {
public:
  ProgramPattern(const MlirPatternSource &source, const BoundPattern &pattern,
                 PatternBenefit benefit, MLIRContext *context)
      : RewritePattern(pattern.root->getStringRef(), benefit, context,
                       pattern.created),
        program(source.program), infos(source.infos), pattern(pattern) {
    label();
  }
  ProgramPattern(const MlirPatternSource &source, const BoundPattern &pattern,
                 PatternBenefit benefit, MatchAnyOpTypeTag any,
                 MLIRContext *context)
      : RewritePattern(any, benefit, context, pattern.created),
        program(source.program), infos(source.infos), pattern(pattern) {
    label();
  }

  static std::unique_ptr<ProgramPattern> create(const MlirPatternSource &source,
                                                const BoundPattern &pattern,
                                                PatternBenefit benefit,
                                                MLIRContext *context);

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override;

private:
  void label();

  const BoundProgram &program;
  ArrayRef<PatternInfo> infos;
  const BoundPattern &pattern;
};

} // namespace

std::unique_ptr<ProgramPattern>
ProgramPattern::create(const MlirPatternSource &source,
                       const BoundPattern &pattern, PatternBenefit benefit,
                       MLIRContext *context) {
  if (pattern.root)
    return std::make_unique<ProgramPattern>(source, pattern, benefit, context);
  return std::make_unique<ProgramPattern>(source, pattern, benefit,
                                          MatchAnyOpTypeTag(), context);
}

/// Gives the pattern its name, labels and bounded recursion.
void ProgramPattern::label() {
  const PatternInfo &info = infos[*pattern.index];
  setDebugName(info.name);
  for (const std::string &text : info.labels)
    addDebugLabels(StringRef(text));
  setHasBoundedRewriteRecursion(info.hasBoundedRecursion);
}

LogicalResult ProgramPattern::matchAndRewrite(Operation *op,
                                              PatternRewriter &rewriter) const {
  CurrentRun *run = CurrentRun::get();
  if (run && run->hasFailed())
    return failure();
  RoutineRun routine(program, infos, run);
  const PdllInstruction *begin =
      routine.match(pattern, Routine::Whole, op, rewriter);
  if (!begin)
    return failure();
  if (run)
    run->beginPattern(*pattern.index, op);
  return RewriteRun(program, routine, rewriter, *begin, op).run();
}

/// The benefit of the pattern with this rank. As long as there are enough
/// numbers, all patterns have different ones, so that drivers try patterns with
/// equal benefits in the order of the pattern files. The largest number means
/// that a pattern cannot match.
static PatternBenefit getBenefit(const MlirPatternSource &source, size_t rank) {
  constexpr size_t maxBenefit = 65534;
  size_t count = source.program.patterns.size();
  if (count <= maxBenefit)
    return PatternBenefit(count - rank);
  return PatternBenefit(
      source.infos[*source.program.patterns[rank].index].benefit);
}

void pdll::addMlirPatterns(const MlirPatternSource &source,
                           RewritePatternSet &patterns,
                           DenseMap<const Pattern *, size_t> &indices) {
  for (auto [rank, pattern] : llvm::enumerate(source.program.patterns)) {
    if (!pattern.index)
      continue;
    std::unique_ptr<ProgramPattern> created = ProgramPattern::create(
        source, pattern, getBenefit(source, rank), patterns.getContext());
    indices[created.get()] = *pattern.index;
    patterns.add(std::move(created));
  }
}
