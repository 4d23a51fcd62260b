// Keeps rewrites that break the IR from crashing the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REWRITEGUARD_H
#define PDLL_REWRITEGUARD_H

#include "mlir/IR/Block.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Watches the rewrites below one operation. MLIR only asserts that an erased
/// operation has no uses left, that a replacement fits, and that patterns leave
/// valid operations behind; without assertions it works on with null and
/// dangling values. The guard reports such a rewrite as an error, and puts a
/// placeholder in the place of the bad value, so that the driver can run to its
/// end. The pass must then fail.
class RewriteGuard : public mlir::RewriterBase::Listener {
public:
  explicit RewriteGuard(mlir::Operation *root);
  ~RewriteGuard() override;

  bool hasFailed() const { return failed; }
  /// Makes the guard of this thread fail. For native functions, which must not
  /// fail themselves; the reason has been reported.
  static void failCurrent();
  /// The same with the reason, which is told if it is the first.
  static void failCurrent(mlir::InFlightDiagnostic &reason);

  /// How many patterns were applied.
  uint64_t getNumRewrites() const { return numRewrites; }
  /// Names the operation that was rewritten last.
  void describeLastRewrite(mlir::InFlightDiagnostic &diagnostic) const;

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override;

private:
  void report(mlir::Operation *op, llvm::StringRef problem);
  bool mustHaveNoUses(mlir::Operation *op) const;
  bool isValid(mlir::Operation *op) const;

  mlir::Operation *root;
  /// The guard that this one stands in for on its thread.
  RewriteGuard *previous;
  bool failed = false;
  bool inPattern = false;
  uint64_t numRewrites = 0;
  /// What the running pattern, or else the last one, was applied to. The
  /// operation itself may be gone.
  std::optional<std::pair<mlir::OperationName, mlir::Location>> visited;
  std::optional<std::pair<mlir::OperationName, mlir::Location>> rewritten;
  /// What the running pattern has created.
  llvm::SmallVector<mlir::Operation *> created;
  /// Invalid operations, which the driver may still have on its list.
  mlir::Block removed;
};

} // namespace pdll

#endif // PDLL_REWRITEGUARD_H
