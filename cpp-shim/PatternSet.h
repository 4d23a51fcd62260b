// Patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNSET_H
#define PDLL_PATTERNSET_H

#include "shim.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

/// The set is immutable, so that threads may share it.
struct PdllPatternSet {
  mlir::FrozenRewritePatternSet patterns;
};

#endif // PDLL_PATTERNSET_H
