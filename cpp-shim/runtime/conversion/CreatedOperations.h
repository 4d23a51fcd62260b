// The operations that a rewrite of a conversion creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CREATEDOPERATIONS_H
#define PDLL_CONVERSION_CREATEDOPERATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Stands in front of the conversion's own listener while a pattern rewrites,
/// and collects what the pattern creates and copies.
class CreationListener : public mlir::RewriterBase::ForwardingListener {
public:
  explicit CreationListener(mlir::OpBuilder::Listener *own)
      : ForwardingListener(own), own(own) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;

  /// The listener of the conversion.
  mlir::OpBuilder::Listener *getOwn() const { return own; }
  llvm::ArrayRef<mlir::Operation *> getCreated() const { return created; }
  /// Those of them that were created with copies of regions.
  llvm::ArrayRef<mlir::Operation *> getWithCopiedRegions() const {
    return withCopiedRegions;
  }

  /// Tells the conversion of what was in the regions of operations when they
  /// were created, so that it can legalize it, and take it back. Returns that,
  /// and what was inserted as a copy.
  llvm::SmallVector<mlir::Operation *> announceCopies();

private:
  void addContents(mlir::Operation *op);
  void announceContents(mlir::Operation *op);

  mlir::OpBuilder::Listener *own;
  llvm::SmallVector<mlir::Operation *> created;
  llvm::SmallVector<mlir::Operation *> copies;
  llvm::SmallVector<mlir::Operation *> withCopiedRegions;
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

} // namespace pdll

#endif // PDLL_CONVERSION_CREATEDOPERATIONS_H
