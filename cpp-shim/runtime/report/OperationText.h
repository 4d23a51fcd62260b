// The text of one operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_OPERATIONTEXT_H
#define PDLL_REPORT_OPERATIONTEXT_H

#include "report/ValueNames.h"
#include "support/RepeatedVerifier.h"

#include "llvm/ADT/StringExtras.h"

namespace pdll {

/// The text of an operation, with gaps where its regions are printed.
struct OperationText {
  struct Gap {
    mlir::Region *region;
    /// Whether the arguments of the entry block are printed, and the
    /// terminators of all blocks.
    bool hasArguments;
    bool hasTerminators;
  };

  /// The text around the gaps: one part more than there are gaps.
  llvm::SmallVector<std::string, 1> parts;
  llvm::SmallVector<Gap, 0> gaps;

  /// The text with dots for the regions.
  std::string join() const { return llvm::join(parts, "..."); }
};

/// Prints `op` in the syntax of its dialect. An operation that is not valid at
/// the moment is printed in the generic form, as its own printer may crash.
OperationText printOperation(mlir::Operation *op, ValueNames &names,
                             RepeatedVerifier &verifier);

/// The label of `block`, with its arguments.
std::string printLabel(mlir::Block *block, ValueNames &names);

} // namespace pdll

#endif // PDLL_REPORT_OPERATIONTEXT_H
