// Checks that ranges of operands and results can be told apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_DIVISIONCHECK_H
#define PDLL_CHECK_DIVISIONCHECK_H

#include "patterns/OperationGroups.h"
#include "patterns/RunsIn.h"

namespace pdll {

/// Checks that something tells where each range ends in the lists that
/// `pattern` matches, and in those that it takes groups of results from. Needs
/// the dialects of the pattern. Another program may know more operations, and
/// so what divides their lists; it checks these itself.
mlir::LogicalResult checkDivisions(mlir::pdl::PatternOp pattern, RunsIn runsIn);

/// Reports that several ranges of a list of `definition` follow each other.
mlir::LogicalResult reportAmbiguous(mlir::Operation *definition, List list);

/// The name of a matched operation, for messages.
std::string describeMatched(mlir::Operation *definition);

} // namespace pdll

#endif // PDLL_CHECK_DIVISIONCHECK_H
