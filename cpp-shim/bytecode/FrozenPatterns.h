// MLIR's patterns, and what they stand for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_FROZENPATTERNS_H
#define PDLL_BYTECODE_FROZENPATTERNS_H

#include "patterns/Engine.h"

namespace pdll {

struct FrozenPatterns {
  mlir::FrozenRewritePatternSet patterns;
  /// The index of each pattern that was compiled from pdl.
  llvm::DenseMap<const mlir::Pattern *, size_t> indices;
  Roots roots;
};

} // namespace pdll

#endif // PDLL_BYTECODE_FROZENPATTERNS_H
