// The text of a program, kept up to date while patterns change it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_PROGRAMTEXT_H
#define PDLL_REPORT_PROGRAMTEXT_H

#include "report/ChangedLines.h"
#include "report/OperationText.h"

#include "llvm/ADT/SetVector.h"

namespace pdll {

/// Knows which lines belong to which operation, so that a change is found
/// without printing the rest. What is told here is printed only in
/// `takeChanges`, when the program is consistent again; until then, no
/// operation that was told about may be destroyed without `addErased`.
class ProgramText {
public:
  ProgramText(mlir::Operation *root, ValueNames &names,
              RepeatedVerifier &verifier);

  void addInserted(mlir::Operation *op) { changed.insert(op); }
  /// `op` now stands elsewhere, with all that is in it.
  void addMoved(mlir::Operation *op);
  /// `op` was changed in place.
  void addModified(mlir::Operation *op) { changed.insert(op); }
  /// `op` is about to be erased. What is in it was erased before.
  void addErased(mlir::Operation *op);
  void addInserted(mlir::Block *block);
  void addErased(mlir::Block *block);
  /// Prints everything again, without a change to show.
  void reset();

  /// All lines, if they are few and nothing has changed since the last call of
  /// `takeChanges`.
  std::optional<std::vector<std::string>> getShort() const {
    return lines.getShort();
  }
  /// What has changed since the last call.
  ChangedLines::Hunks takeChanges();

private:
  using Position = ChangedLines::Position;
  using Gap = OperationText::Gap;
  /// The lines of an operation that is printed: one for each part of its text.
  struct OperationLines {
    llvm::SmallVector<Position, 1> parts;
    llvm::SmallVector<Gap, 0> gaps;
  };
  /// A place in a region for the lines of an operation or a block.
  struct Place {
    Gap gap;
    Position next;
    /// The indentation of labels. Operations have two blanks more.
    unsigned indent;
  };

  void remove(mlir::Operation *op);
  void remove(mlir::Block *block);
  void update(mlir::Operation *op);
  void update(mlir::Block *block);
  void layOut(mlir::Operation *op, Position next, unsigned indent);
  void layOut(mlir::Block *block, const Place &place);

  std::optional<Position> findLast(mlir::Operation *op) const;
  std::optional<Position> findLast(mlir::Block *block) const;
  std::optional<Place> findPlace(mlir::Region *region);
  std::optional<Place> findPlace(mlir::Operation *op);
  std::optional<Place> findPlace(mlir::Block *block);

  mlir::Operation *root;
  ValueNames &names;
  RepeatedVerifier &verifier;
  ChangedLines lines;
  llvm::DenseMap<mlir::Operation *, OperationLines> operations;
  llvm::DenseMap<mlir::Block *, Position> labels;
  llvm::SetVector<mlir::Operation *> changed;
  llvm::SetVector<mlir::Block *> changedBlocks;
};

} // namespace pdll

#endif // PDLL_REPORT_PROGRAMTEXT_H
