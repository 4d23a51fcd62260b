// Observes rewrites while they happen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_REWRITEWATCHER_H
#define PDLL_PATTERNS_REWRITEWATCHER_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Follows the rewrites of a conversion, and may refuse them. MLIR tells the
/// listener of a conversion about rewrites only when the conversion is over. So
/// the engine calls these functions itself, on the watcher of the current run.
/// If a check fails, so must the rewrite.
class RewriteWatcher {
public:
  /// A rewrite begins and ends. In between, the rewriter has a listener of the
  /// watcher.
  virtual void beginRewrite(mlir::PatternRewriter &rewriter) = 0;
  virtual void endRewrite(mlir::PatternRewriter &rewriter) = 0;

  /// Checks that the pattern that begins may be applied.
  virtual mlir::LogicalResult checkMatch() = 0;
  /// Checks that `op` may be erased.
  virtual mlir::LogicalResult checkErasure(mlir::Operation *op) = 0;
  /// A block is about to be erased, with what is in it.
  virtual void beginBlockErasure() = 0;
  /// Replaces the results of `op` by `values`, which may be null, if they may
  /// replace them.
  virtual mlir::LogicalResult replace(mlir::PatternRewriter &rewriter,
                                      mlir::Operation *op,
                                      llvm::ArrayRef<mlir::Value> values) = 0;
  /// Checks that `to`, which may be null, may replace all uses of `from`.
  virtual mlir::LogicalResult checkUses(mlir::Value from, mlir::Value to) = 0;
  /// The rewrite changes `op` in place.
  virtual void addModified(mlir::Operation *op) = 0;
  /// Whether values of type `from` become such of type `to`.
  virtual bool converts(mlir::Type from, mlir::Type to) const = 0;
  /// Moves what is in `block`, the only one of its region, to where the rewriter
  /// inserts, if that may be done. `values` take the places of its arguments, and
  /// may have the types that these are converted to.
  virtual mlir::LogicalResult inlineBlock(mlir::PatternRewriter &rewriter,
                                          mlir::Block *block,
                                          llvm::ArrayRef<mlir::Value> values) = 0;
  /// A region of an operation that the rewrite creates has blocks that were
  /// there before, or copies of such.
  virtual void addOldBlocks(mlir::Region &region) = 0;
  /// Checks that the pattern that ends has done something for its operation.
  virtual mlir::LogicalResult checkEnd() = 0;

  /// Makes the running pattern fail for that reason. Always returns failure.
  virtual mlir::LogicalResult refuse(const llvm::Twine &reason) = 0;

protected:
  ~RewriteWatcher() = default;
};

} // namespace pdll

#endif // PDLL_PATTERNS_REWRITEWATCHER_H
