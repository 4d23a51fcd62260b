// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REWRITEGUARD_H
#define PDLL_REWRITEGUARD_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Watches the rewrites below one operation. MLIR only asserts that an erased
/// operation has no uses left and that a replacement fits, and without
/// assertions works on with null and dangling values. The guard reports such a
/// rewrite as an error, and puts a placeholder in the place of the bad value, so
/// that the driver can run to its end. The pass must then fail.
class RewriteGuard : public mlir::RewriterBase::Listener {
public:
  explicit RewriteGuard(mlir::Operation *root) : root(root) {}

  bool hasFailed() const { return failed; }

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;

private:
  void report(mlir::Operation *op, llvm::StringRef problem);
  bool mustHaveNoUses(mlir::Operation *op) const;

  mlir::Operation *root;
  bool failed = false;
};

} // namespace pdll

#endif // PDLL_REWRITEGUARD_H
