// The rewriter that native rewrites use during a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONREWRITER_H
#define PDLL_CONVERSION_CONVERSIONREWRITER_H

#include "patterns/RewriteWatcher.h"

namespace pdll {

/// Passes everything on to the rewriter of a conversion, except changes that
/// the watcher refuses. Without assertions, the conversion would accept them,
/// and crash at its end.
class ConversionRewriter : public mlir::PatternRewriter {
public:
  ConversionRewriter(mlir::PatternRewriter &target, RewriteWatcher &watcher);
  /// Leaves the target to insert where this one did.
  ~ConversionRewriter();

  /// Whether a change was not passed on, so that the pattern must fail. The
  /// watcher knows the reason.
  bool hasRefused() const { return refused; }

  bool canRecoverFromRewriteFailure() const override { return true; }
  void replaceOp(mlir::Operation *op, mlir::ValueRange values) override;
  void replaceOp(mlir::Operation *op, mlir::Operation *replacement) override;
  void eraseOp(mlir::Operation *op) override;
  void eraseBlock(mlir::Block *block) override;
  void inlineBlockBefore(mlir::Block *source, mlir::Block *dest,
                         mlir::Block::iterator before,
                         mlir::ValueRange values) override;
  void startOpModification(mlir::Operation *op) override;
  void finalizeOpModification(mlir::Operation *op) override;
  void cancelOpModification(mlir::Operation *op) override;
  void replaceAllUsesWith(mlir::Value from, mlir::Value to) override;
  void replaceUsesWithIf(mlir::Value from, mlir::Value to,
                         llvm::function_ref<bool(mlir::OpOperand &)> condition,
                         bool *allUsesReplaced) override;

private:
  void pass(mlir::LogicalResult check, llvm::function_ref<void()> rewrite);

  mlir::PatternRewriter &target;
  RewriteWatcher &watcher;
  bool refused = false;
};

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONREWRITER_H
