// Patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_PATTERNSET_H
#define PDLL_ENGINE_PATTERNSET_H

#include "contract/PatternSet.h"
#include "engine/Engine.h"

/// A set of patterns. The index of a pattern is its place in the pattern files.
/// The set does not change, so that threads may share it.
struct PdllPatternSet {
  PdllPatternSet(mlir::MLIRContext *context, PdllPatternUse use)
      : context(context), use(use) {}

  mlir::MLIRContext *context;
  PdllPatternUse use;
  /// What each pattern is called, by index. The engine refers to these.
  std::vector<pdll::PatternInfo> infos;
  /// Whether some pattern may use values that are computed later.
  bool mayUseLaterValues = false;
  std::unique_ptr<const pdll::Engine> engine;

  /// Whether the conversion driver can apply the set.
  bool canConvert() const { return use == PdllUseAny; }
};

#endif // PDLL_ENGINE_PATTERNSET_H
