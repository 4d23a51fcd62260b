// The groups in the lists of a `pdl.operation`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_OPERATIONGROUPS_H
#define PDLL_PATTERNS_OPERATIONGROUPS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>

namespace pdll {

enum class List { Operands, Results };

/// The groups of a `pdl.operation`: an entry of its operands or result types is
/// a single value or type, or a range.
struct OperationGroups {
  OperationGroups(mlir::pdl::OperationOp op, List list);
  /// The groups among which `access` chooses: those of its definition, if it
  /// has the attribute `pdll.result_groups`, or else those that the operation
  /// writes. None if neither says which there are.
  static std::optional<OperationGroups> ofAccess(mlir::pdl::ResultsOp access);

  size_t getNumGroups() const { return groups.size(); }
  size_t getNumRanges() const { return llvm::StringRef(groups).count('*'); }
  /// The number of single groups before the first range.
  size_t getNumLeading() const {
    return std::min(groups.find('*'), groups.size());
  }
  /// Whether a range stands beside other groups.
  bool isMixed() const { return getNumRanges() != 0 && getNumGroups() > 1; }
  /// Whether nothing tells where one range ends and the next one begins.
  bool isAmbiguous() const {
    return getNumRanges() > 1 && !hasEqualRanges && !hasSingleRanges &&
           !hasSegments;
  }

  /// A `1` for a single value and a `*` for a range, in order.
  std::string groups;
  /// Whether all ranges have the same length.
  bool hasEqualRanges = false;
  /// Whether each group has one value, including those that are ranges.
  bool hasSingleRanges = false;
  /// Whether an attribute of the operation holds the lengths of the groups.
  bool hasSegments = false;

private:
  OperationGroups() = default;
};

/// The parts of a text of `pdll.result_groups`: how the results are divided,
/// which may be empty, and the groups.
std::pair<llvm::StringRef, llvm::StringRef>
splitResultGroups(llvm::StringRef text);

/// The entries of a list.
mlir::OperandRange getEntries(mlir::pdl::OperationOp op, List list);

/// Whether an attribute of such operations holds the sizes of their groups.
bool hasSegments(mlir::pdl::OperationOp op, List list);
/// The same, if the pattern says so.
bool saysSegments(mlir::pdl::OperationOp op, List list);
/// The same, if MLIR knows it.
bool hasRegisteredSegments(mlir::pdl::OperationOp op, List list);

/// The number of groups that every such operation has, if an attribute holds
/// their sizes and the operation is registered.
std::optional<size_t> getNumSegments(mlir::pdl::OperationOp op, List list);

/// Whether the pattern says which groups of results the operation has, for an
/// access to the group `index`. Results that it does not say are one range in a
/// match, and no groups in a rewrite. A range may also be all groups.
bool saysResultGroups(mlir::pdl::OperationOp op, std::optional<uint32_t> index);

/// "operands" or "results".
llvm::StringRef getListName(List list);
/// What pattern files call a range, or a single element, of the list.
llvm::StringRef getRangeName(List list);
llvm::StringRef getSingleName(List list);

} // namespace pdll

#endif // PDLL_PATTERNS_OPERATIONGROUPS_H
