// Operations that the rewrites of a conversion have copied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_COPIEDOPERATIONS_H
#define PDLL_CONVERSION_COPIEDOPERATIONS_H

#include "run/PatternMonitor.h"

namespace pdll {

/// A conversion takes what a pattern creates back unless it becomes legal at
/// once. A pattern that copies a region does not answer for what is in it: that
/// is legalized when no pattern is running, like operations that were there at
/// the start. Until then, it counts as legal.
class CopiedOperations {
public:
  /// A state to return to.
  size_t getMark() const { return copies.size(); }
  /// Forgets what was copied since then, which does not exist any more.
  void rollBack(size_t mark);

  void add(mlir::Operation *op, const PatternApplication &rewrite);
  /// The outermost of the operations that wait. They count as what they are
  /// from now on.
  llvm::SmallVector<mlir::Operation *> release();

  /// Whether `op` waits for the patterns to end.
  bool isWaiting(mlir::Operation *op) const {
    return !waiting.empty() && waiting.contains(op);
  }
  /// The rewrite that has copied `op`, or null.
  const PatternApplication *getRewrite(mlir::Operation *op) const;

private:
  llvm::SmallVector<std::pair<mlir::Operation *, PatternApplication>> copies;
  /// The last of these.
  llvm::DenseSet<mlir::Operation *> waiting;
};

} // namespace pdll

#endif // PDLL_CONVERSION_COPIEDOPERATIONS_H
