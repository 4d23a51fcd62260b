// Results that a rewrite uses although they do not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_MISSINGPARTS_H
#define PDLL_ENGINE_MISSINGPARTS_H

#include "engine/BoundProgram.h"

namespace pdll {

/// What an operation lacks.
struct MissingPart {
  enum Kind { Result, Group };
  Kind kind;
  /// The operation, or null if itself does not exist.
  mlir::Operation *op;
  size_t index;
  /// Where the pattern uses it.
  mlir::LocationAttr place;
};

/// Reports what is missing, and puts something else into a register. Fails if
/// the rewriter takes the rewrite back.
mlir::LogicalResult replaceMissing(const MissingPart &missing,
                                   TypedRegister target, Registers &registers,
                                   mlir::PatternRewriter &rewriter);

} // namespace pdll

#endif // PDLL_ENGINE_MISSINGPARTS_H
