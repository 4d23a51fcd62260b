// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_REWRITEGUARD_H
#define PDLL_RUN_REWRITEGUARD_H

#include "run/PatternMonitor.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/SetVector.h"

namespace pdll {

/// Watches the rewrites below one operation. MLIR only asserts that an erased
/// operation has no uses left, that a replacement fits, and that patterns leave
/// valid operations. Without assertions it continues with null and
/// dangling values. The guard reports such a rewrite as an error, and replaces
/// the bad value by a placeholder, so that the driver can run to its end. The
/// pass must then fail.
class RewriteGuard : public PatternMonitor {
public:
  RewriteGuard(mlir::Operation *root, const PdllPatternSet &set,
               RunRecord *record)
      : PatternMonitor(RunKind::Rewriting, root, set, record) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;
  void notifyBlockErased(mlir::Block *block) override;
  void endPattern(size_t pattern, mlir::LogicalResult status) override;

protected:
  /// Returns whether the values can replace the results of `op`. If not,
  /// reports why, and replaces the results by placeholders.
  bool checkReplacement(mlir::Operation *op, mlir::ValueRange replacement);
  /// `op`, whose results are not in use, is about to be erased.
  void forget(mlir::Operation *op);

private:
  void report(mlir::Operation *op, llvm::StringRef problem);
  bool mustHaveNoUses(mlir::Operation *op) const;
  bool isValid(mlir::Operation *op) const;
  void closeBlocks();

  /// What the running pattern has created.
  llvm::SmallVector<mlir::Operation *> created;
  /// The blocks that it has created, or taken the last operation from.
  llvm::SmallSetVector<mlir::Block *, 4> shortened;
  /// Invalid operations that the driver may still have on its list.
  mlir::Block removed;
};

} // namespace pdll

#endif // PDLL_RUN_REWRITEGUARD_H
