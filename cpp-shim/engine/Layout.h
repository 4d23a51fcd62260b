// How the operands or results of an operation are divided into groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_LAYOUT_H
#define PDLL_ENGINE_LAYOUT_H

#include "contract/Program.h"

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace pdll {

/// The place of a group in its list.
struct GroupPlace {
  size_t start;
  size_t size;
};

/// Finds the groups of a list. See PdllLayout, whose division depends on what
/// is registered; here, that is decided.
class Layout {
public:
  Layout(PdllList list, PdllDivision division, llvm::StringRef groups);

  PdllList getList() const { return list; }

  /// Where the group `index` of `op` is, if the list can be divided.
  std::optional<GroupPlace> find(mlir::Operation *op, size_t index) const;
  /// Whether the list can be divided, and each single group has one element.
  bool fits(mlir::Operation *op) const;

private:
  using Slices = llvm::SmallVector<GroupPlace, 8>;

  size_t getTotal(mlir::Operation *op) const {
    return list == PdllOperands ? op->getNumOperands() : op->getNumResults();
  }
  std::optional<GroupPlace> findUnknown(mlir::Operation *op,
                                        size_t index) const;
  std::optional<GroupPlace> findEqual(size_t total, size_t index) const;

  bool divide(mlir::Operation *op, Slices &slices) const;
  bool divideBySegments(mlir::Operation *op, Slices &slices) const;
  bool divideAroundRange(mlir::Operation *op, Slices &slices) const;
  bool divideFromFront(mlir::Operation *op, size_t rangeSize,
                       Slices &slices) const;
  mlir::DenseI32ArrayAttr getSegments(mlir::Operation *op) const;

  PdllList list;
  PdllDivision division;
  std::string groups;
  size_t numRanges;
  /// Whether a group is all results of an operation.
  bool hasDefined;
};

} // namespace pdll

#endif // PDLL_ENGINE_LAYOUT_H
