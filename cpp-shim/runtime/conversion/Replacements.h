// What the patterns of a conversion have replaced.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_REPLACEMENTS_H
#define PDLL_CONVERSION_REPLACEMENTS_H

#include "conversion/ValueChains.h"

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace pdll {

/// The operations and values that patterns of one conversion have replaced, and
/// that were not rolled back. The conversion replaces them only when it is
/// over, and would crash on a replacement that contradicts another one. So each
/// replacement is checked against the earlier ones. A check that fails returns
/// the reason, and changes nothing.
class Replacements {
public:
  using Problem = std::optional<std::string>;

  /// A state to return to.
  struct Mark {
    size_t numOperations;
    size_t numDivided;
    size_t chains;
  };
  Mark getMark() const {
    return {operations.size(), dividedInOrder.size(), chains.getMark()};
  }
  void rollBack(Mark mark);

  /// Replaces the results of `op` by `values`.
  Problem replace(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values);
  /// Replaces each result of `op` by any number of values.
  Problem replace(mlir::Operation *op,
                  llvm::ArrayRef<llvm::SmallVector<mlir::Value>> groups);
  Problem erase(mlir::Operation *op);
  /// Replaces all uses of a value.
  Problem replaceUses(mlir::Value from, mlir::Value to);
  /// Adds an operation whose replacement needs no check.
  void add(mlir::Operation *op);

  /// Whether `op`, or an operation around it, was replaced or erased.
  bool contains(mlir::Operation *op) const;

private:
  Problem checkNotReplaced(mlir::Operation *op) const;
  Problem checkResults(mlir::Operation *op) const;
  bool isReplaced(mlir::Value value) const;
  Problem checkStandIn(mlir::Value from, mlir::Value to) const;
  void addStandIns(mlir::Value from, mlir::ValueRange to);

  llvm::SmallVector<mlir::Operation *> operations;
  llvm::DenseSet<mlir::Operation *> isInOperations;
  /// What stands for a value, if that is one value.
  ValueChains chains;
  /// What stands for the others, and these in the order of their replacement.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> divided;
  llvm::SmallVector<mlir::Value> dividedInOrder;
};

} // namespace pdll

#endif // PDLL_CONVERSION_REPLACEMENTS_H
