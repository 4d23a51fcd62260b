// The operations that a rewrite of a conversion creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CREATEDOPERATIONS_H
#define PDLL_CONVERSION_CREATEDOPERATIONS_H

#include "run/Order.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace pdll {

/// Stands in front of the conversion's own listener while a pattern rewrites,
/// and collects what the pattern creates, moves and copies.
class CreationListener : public mlir::RewriterBase::ForwardingListener {
public:
  /// Tells `order` about the changes. The conversion does so only at its end.
  CreationListener(mlir::OpBuilder::Listener *own, Order &order)
      : ForwardingListener(own), own(own), order(order) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;

  /// The listener of the conversion.
  mlir::OpBuilder::Listener *getOwn() const { return own; }
  llvm::ArrayRef<mlir::Operation *> getCreated() const { return created; }
  /// What was moved, without what is in it.
  llvm::ArrayRef<mlir::Operation *> getMoved() const {
    return moved.getArrayRef();
  }
  /// A region of a created operation has blocks that were there before, or
  /// copies of such.
  void addOldBlocks(mlir::Region &region) { withOldBlocks.push_back(&region); }
  llvm::ArrayRef<mlir::Region *> getWithOldBlocks() const {
    return withOldBlocks;
  }

  /// Tells the conversion of what was in the regions of operations when they
  /// were created, so that it can legalize it, and take it back. It must know that
  /// before it erases or replaces what may hold it.
  void announceContents();
  /// Does the same, and returns that, and what was inserted as a copy.
  llvm::SmallVector<mlir::Operation *> announceCopies();

private:
  void addContents(mlir::Operation *op);
  void announceContents(mlir::Operation *op);

  mlir::OpBuilder::Listener *own;
  Order &order;
  llvm::SmallVector<mlir::Operation *> created;
  llvm::SetVector<mlir::Operation *> moved;
  llvm::SmallVector<mlir::Operation *> copies;
  llvm::SmallVector<mlir::Region *> withOldBlocks;
  /// What the conversion knows of.
  llvm::DenseSet<mlir::Operation *> announced;
  llvm::DenseSet<mlir::Block *> announcedBlocks;
  /// The blocks among these that were moved from elsewhere.
  llvm::DenseSet<mlir::Block *> movedBlocks;
  /// What was in the regions of operations when they were created, and not
  /// known.
  llvm::DenseSet<mlir::Operation *> contents;
  llvm::DenseSet<mlir::Block *> contentBlocks;
};

/// Verifies an operation that a pattern has created. Reports what is wrong.
mlir::LogicalResult checkCreated(mlir::Operation *op);

/// Adds to an error about the operation that is being verified which of its operands has
/// a type that the conversion replaces.
void explainUnconverted(mlir::Diagnostic &diagnostic);

} // namespace pdll

#endif // PDLL_CONVERSION_CREATEDOPERATIONS_H
