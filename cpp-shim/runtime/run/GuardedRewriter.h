// The rewriter of pdll's own drivers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_GUARDEDREWRITER_H
#define PDLL_RUN_GUARDEDREWRITER_H

#include "run/RewriteGuard.h"

namespace pdll {

/// Tells the guard what happens in the order in which MLIR's rewriter does, but
/// refuses what cannot be done, and hands erased operations to the guard.
class GuardedRewriter : public mlir::PatternRewriter {
public:
  GuardedRewriter(mlir::MLIRContext *context, RewriteGuard &guard)
      : PatternRewriter(context), guard(guard) {
    setListener(&guard);
  }

  void replaceOp(mlir::Operation *op, mlir::ValueRange values) override;
  void replaceOp(mlir::Operation *op, mlir::Operation *replacement) override;
  void eraseOp(mlir::Operation *op) final;
  using PatternRewriter::replaceAllUsesWith;
  void replaceAllUsesWith(mlir::Value from, mlir::Value to) override;

private:
  template <typename Range> void replace(mlir::Operation *op, Range values);
  void erase(mlir::Operation *op);
  void erase(mlir::Region &region);
  void erase(mlir::Block &block);
  void leave(mlir::Operation *op);

  RewriteGuard &guard;
};

} // namespace pdll

#endif // PDLL_RUN_GUARDEDREWRITER_H
