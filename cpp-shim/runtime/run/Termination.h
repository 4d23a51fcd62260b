// Notices rewriting that does not terminate.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_TERMINATION_H
#define PDLL_RUN_TERMINATION_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace pdll {

/// The maximum number of rewrites in a program of that size. No sensible set of
/// patterns needs as many.
inline uint64_t getMaxRewrites(uint64_t numOperations) {
  return 50000 + 1000 * numOperations;
}

/// Patterns may undo each other, or match what they create, and folding may
/// change an operation forth and back. This class notices that by four bounds
/// that grow with the program:
///
/// * The number of rewrites in all. This is what messages and the documentation
///   speak of. It is generous, since a program may be rewritten in many small
///   steps.
/// * The cost of one *lineage*: a rewrite, the rewrite that created its
///   operation, the one that created the operation of that, and so on.
///   Rewriting without end makes an endless lineage, wherever it happens, while
///   the parts of a large program that terminate have lineages of their own. A
///   step costs a constant, and a little for each operation, operand, result,
///   and use that it touches, and for each user of a value that it looks at. So
///   if each step takes longer than the one before, fewer steps are allowed.
/// * The operations that all rounds have listed.
/// * The users of values that matches have looked at.
///
/// Lineages are followed only after more steps than most runs need.
class Termination {
public:
  /// A round lists so many operations, which have so many operands. The first
  /// one tells the size of the program.
  void addListed(uint64_t operations, uint64_t operands) {
    numListed += operations;
    if (hasListed)
      return;
    numOperations += operations;
    size += operations + operands;
  }

  /// A round has listed its operations. If the user limits rounds and rewrites,
  /// only lineages are bounded.
  void endListing(bool boundsRewrites) {
    hasListed = true;
    if (!boundsRewrites)
      return;
    exceeded |= numListed > getMaxListed();
    maxSearched = 1'000'000'000 + 100'000 * numOperations;
    maxRewrites = getMaxRewrites(numOperations);
  }

  /// So many users of values were looked at so far.
  void setSearched(uint64_t number) { numSearched = number; }

  /// The driver tells what it touches.
  void addInserted(mlir::Operation *op) {
    touched += countParts(op);
    if (LLVM_UNLIKELY(followsLineages))
      heirs.insert(op);
  }
  void addErased(mlir::Operation *op) {
    touched += countParts(op);
    if (LLVM_UNLIKELY(followsLineages))
      forget(op);
  }
  void addModified() { ++touched; }

  /// A step begins, which may rewrite or fold `op`. If it does, it also ends.
  void beginStep(mlir::Operation *op) {
    if (LLVM_UNLIKELY(followsLineages))
      beginFollowedStep(op);
  }
  /// The step has changed something.
  void endStep() {
    ++numSteps;
    if (LLVM_UNLIKELY(followsLineages))
      endFollowedStep();
    // Most runs make less than one step for each operation and operand.
    else
      followsLineages = getCost() > 10'000 * stepCost + size * stepCost;
  }

  /// Whether one of the bounds is exceeded after that many rewrites.
  bool isExceeded(uint64_t numRewrites) const {
    return exceeded || numSearched > maxSearched || numRewrites >= maxRewrites;
  }

private:
  /// What a step costs beside what it touches, and what it costs to touch
  /// something. A simple rewrite touches some ten things.
  static constexpr uint64_t stepCost = 1000;
  static constexpr uint64_t touchCost = 4;

  static uint64_t countParts(mlir::Operation *op) {
    return uint64_t(1) + op->getNumOperands() + op->getNumResults();
  }
  /// The cost of all steps, and of what the driver has touched between them.
  uint64_t getCost() const {
    return stepCost * numSteps + touchCost * (touched + numSearched);
  }
  void forget(mlir::Operation *op);
  void beginFollowedStep(mlir::Operation *op);
  void endFollowedStep();
  uint64_t getMaxLineageCost() const { return 100'000'000 + 1000 * size; }
  uint64_t getMaxListed() const { return 5'000'000 + 1000 * numOperations; }

  uint64_t numOperations = 0;
  /// The number of operations and operands.
  uint64_t size = 0;

  bool hasListed = false;
  uint64_t numListed = 0;
  uint64_t numSearched = 0;
  uint64_t maxSearched = ~uint64_t(0);
  uint64_t maxRewrites = ~uint64_t(0);
  uint64_t touched = 0;
  uint64_t numSteps = 0;
  bool exceeded = false;

  bool followsLineages = false;
  /// The cost of all when the step began.
  uint64_t costBefore = 0;
  /// The cost of the lineage that led to an operation, without entries for
  /// those that were there when lineages began to be followed.
  llvm::DenseMap<mlir::Operation *, uint64_t> lineages;
  /// The cost of the lineage of the step's operation when the step began.
  uint64_t stepLineage = 0;
  /// What the step has created, and its own operation as long as it is there.
  llvm::SmallSetVector<mlir::Operation *, 8> heirs;
};

/// Counts what a round lists.
class ListedParts {
public:
  explicit ListedParts(Termination &termination) : termination(termination) {}
  ~ListedParts() { termination.addListed(numOperations, numOperands); }
  ListedParts(const ListedParts &) = delete;
  ListedParts &operator=(const ListedParts &) = delete;

  void add(mlir::Operation &op) {
    ++numOperations;
    numOperands += op.getNumOperands();
  }

private:
  Termination &termination;
  uint64_t numOperations = 0;
  uint64_t numOperands = 0;
};

} // namespace pdll

#endif // PDLL_RUN_TERMINATION_H
