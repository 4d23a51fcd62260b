// The operations that a rewrite of a conversion creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CREATEDOPERATIONS_H
#define PDLL_CONVERSION_CREATEDOPERATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Stands in front of the conversion's own listener while a pattern rewrites,
/// and collects what the pattern creates.
class CreationListener : public mlir::RewriterBase::ForwardingListener {
public:
  explicit CreationListener(mlir::OpBuilder::Listener *own)
      : ForwardingListener(own), own(own) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;

  /// The listener of the conversion.
  mlir::OpBuilder::Listener *getOwn() const { return own; }
  llvm::ArrayRef<mlir::Operation *> getCreated() const { return created; }

private:
  mlir::OpBuilder::Listener *own;
  llvm::SmallVector<mlir::Operation *> created;
};

/// Verifies an operation that a pattern has created. Reports what is wrong.
mlir::LogicalResult checkCreated(mlir::Operation *op);

} // namespace pdll

#endif // PDLL_CONVERSION_CREATEDOPERATIONS_H
