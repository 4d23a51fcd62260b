// Operations that patterns have left invalid for the moment.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_UNSETTLEDOPERATIONS_H
#define PDLL_RUN_UNSETTLEDOPERATIONS_H

#include "run/PatternMonitor.h"
#include "support/RepeatedVerifier.h"

namespace pdll {

/// A pattern may change the type of a value, or the terminator of a region, and
/// leave it to other patterns to rewrite the operations that depend on it. Such
/// an operation is invalid in between. Patterns may match it, but MLIR must not
/// fold it or ask it for its effects. When the run ends, it must be valid.
class UnsettledOperations {
public:
  bool empty() const { return causes.empty(); }
  bool contains(mlir::Operation *op) const {
    return !empty() && causes.contains(op);
  }

  /// Keeps `op` in mind if it is not valid after that rewrite.
  void check(mlir::Operation *op, const PatternApplication &rewrite);
  /// Keeps `op` in mind without a look at it.
  void add(mlir::Operation *op, const PatternApplication &rewrite) {
    causes.try_emplace(op, rewrite);
  }
  /// Returns whether `op` has become valid. If so, forgets it.
  bool settle(mlir::Operation *op);
  /// `op` is about to be destroyed.
  void remove(mlir::Operation *op) {
    if (!empty())
      causes.erase(op);
  }

  /// The first operation below `root` that is still invalid, and the rewrite
  /// that has left it so.
  std::optional<std::pair<mlir::Operation *, PatternApplication>>
  findInvalid(mlir::Operation *root);

private:
  bool isValid(mlir::Operation *op);

  /// An operation that is taken for invalid is not folded, and verified when
  /// the run ends.
  RepeatedVerifier verifier;
  llvm::DenseMap<mlir::Operation *, PatternApplication> causes;
};

/// Verifies `op` itself, and how its regions are built, but not what is in
/// them. Reports what is wrong.
mlir::LogicalResult verifyShape(mlir::Operation *op);

} // namespace pdll

#endif // PDLL_RUN_UNSETTLEDOPERATIONS_H
