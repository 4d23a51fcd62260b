// From repaired pdl to MLIR's patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/FreezePatterns.h"
#include "bytecode/IdentifyPatterns.h"
#include "bytecode/InterpLowering.h"
#include "bytecode/WatchedRewrites.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

using namespace mlir;
using namespace pdll;

/// Sets different benefits for all patterns. If two patterns have equal
/// benefits, the one that comes first in the pattern files is tried first.
/// Otherwise the order would depend on how MLIR arranges what they match. There
/// are enough benefits for all patterns that the bytecode can hold.
static void orderPatterns(ModuleOp module) {
  auto patterns = llvm::to_vector(module.getOps<pdl::PatternOp>());
  llvm::stable_sort(patterns, [](pdl::PatternOp a, pdl::PatternOp b) {
    return a.getBenefit() > b.getBenefit();
  });
  size_t benefit = patterns.size();
  for (pdl::PatternOp pattern : patterns)
    pattern.setBenefit(benefit--);
}

FailureOr<FrozenPatterns> pdll::freezePatterns(PDLPatternModule patterns,
                                               ArrayRef<PatternInfo> infos,
                                               PdllPatternUse use,
                                               RewritePatternSet others) {
  FrozenPatterns frozen;
  // The interpreter does not take a set of no patterns.
  if (infos.empty()) {
    frozen.patterns = FrozenRewritePatternSet(std::move(others));
    return frozen;
  }
  orderPatterns(patterns.getModule());
  numberPatterns(patterns.getModule());
  if (use == PdllUseAny)
    patterns = watchRewrites(std::move(patterns));
  else if (failed(lowerPatterns(patterns, use)))
    return failure();
  RewritePatternSet compiled(std::move(patterns));
  for (std::unique_ptr<RewritePattern> &other : others.getNativePatterns())
    compiled.add(std::move(other));
  // This compiles what the module holds in its place.
  frozen.patterns = FrozenRewritePatternSet(std::move(compiled));
  if (failed(identifyPatterns(compiled.getPDLPatterns().getModule(), infos,
                              frozen)))
    return failure();
  return frozen;
}
