// The changes of a plain conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_PLAINRUN_H
#define PDLL_CONVERSION_PLAINRUN_H

#include "contract/Pass.h"
#include "conversion/SavedOperation.h"
#include "run/OperationMarks.h"
#include "run/PatternMonitor.h"
#include "run/UnsettledOperations.h"

namespace pdll {

/// A conversion in which all goes well. It creates operations at once, and
/// replaces and erases operations when all is done, as MLIR's does. As soon as
/// something does not go well, the run has failed, nobody is told why, and
/// `undo` leaves the program as it was.
class PlainRun final : public PatternMonitor {
public:
  /// `counts` keeps no more than counts, and may be null.
  PlainRun(mlir::Operation *root, const PdllPatternSet &set,
           const PdllDriverOptions &options, RunRecord *counts);

  /// Patterns are about to be tried on `op`.
  void beginVisit(mlir::Operation *op) { visited = op; }
  bool isReplaced(mlir::Operation *op) {
    return marks.get(op).has(OperationMarks::Replaced);
  }
  /// What the run has created, in that order.
  llvm::ArrayRef<mlir::Operation *> getCreated() const { return created; }

  void replace(mlir::Operation *op, mlir::ValueRange values);
  void erase(mlir::Operation *op);
  /// An operation has been folded in place.
  void addFolded(SavedOperation saved) { folded.push_back(std::move(saved)); }
  /// The run cannot go on.
  void giveUp() { failed = true; }

  /// Makes the replacements and erasures, if they can be made. On failure
  /// nothing has changed.
  mlir::LogicalResult commit();
  void undo();
  /// Call this after the commit, from which on errors are reported. Reports
  /// operations that are not as they must be.
  mlir::LogicalResult finish();

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void beginPattern(size_t pattern, mlir::Operation *op) override;
  void endPattern(size_t pattern, mlir::LogicalResult status) override;
  bool isErased(mlir::Operation *op) const override;
  bool replaceRoot(mlir::Operation *root,
                   llvm::ArrayRef<mlir::Operation *> newOps,
                   llvm::ArrayRef<mlir::Value> by,
                   llvm::ArrayRef<mlir::Operation *> unverified) override;

private:
  /// An operation that is replaced or erased.
  struct Replacement {
    mlir::Operation *op;
    /// The index of the first of the values that replace its results; or
    /// `noValues`, if it is erased.
    size_t firstValue;
  };
  static constexpr size_t noValues = ~size_t(0);

  void add(mlir::Operation *op, size_t firstValue);
  void addValue(mlir::OpResult result, mlir::Value value);
  void checkCreated(mlir::Operation *op);
  bool isGone(mlir::Value value);
  bool isInReplaced(mlir::Operation *op);
  mlir::Value resolve(mlir::Value value) {
    mlir::Operation *definition = value.getDefiningOp();
    return definition && isReplaced(definition) ? follow(value) : value;
  }
  mlir::Value follow(mlir::Value value);
  mlir::Value *findReplacement(mlir::OpResult result);
  bool mayCommit();
  bool mayCommit(const Replacement &replacement);
  void commit(const Replacement &replacement);

  std::optional<mlir::ScopedDiagnosticHandler> silencer;
  uint64_t budget;
  /// Whether patterns may notice what is beside the operations that they match.
  bool looksAround;
  mlir::Operation *visited = nullptr;
  llvm::SmallVector<mlir::Operation *> created;
  /// How many of `created` are verified: those of earlier patterns, and what
  /// `replaceRoot` has inserted.
  size_t numVerified = 0;
  std::vector<SavedOperation> folded;
  std::vector<Replacement> replacements;
  std::vector<mlir::Value> values;
  mutable OperationMarks marks;
  /// The places of the first `numPlaced` elements of `replacements`. Few runs
  /// need them.
  llvm::DenseMap<mlir::Operation *, size_t> places;
  size_t numPlaced = 0;
  /// Whether an operation with regions was replaced.
  bool hasReplacedRegions = false;
  UnsettledOperations unsettled;
};

/// The rewriter of such a run.
class PlainRewriter final : public mlir::PatternRewriter {
public:
  PlainRewriter(mlir::MLIRContext *context, PlainRun &run)
      : PatternRewriter(context), run(run) {
    setListener(&run);
  }

  void replaceOp(mlir::Operation *op, mlir::ValueRange values) override {
    run.replace(op, values);
  }
  void replaceOp(mlir::Operation *op, mlir::Operation *by) override {
    run.replace(op, by->getResults());
  }
  void eraseOp(mlir::Operation *op) override { run.erase(op); }

private:
  PlainRun &run;
};

} // namespace pdll

#endif // PDLL_CONVERSION_PLAINRUN_H
