// Groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_GROUPS_H
#define PDLL_LOWERING_GROUPS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// The entries in the lists of a `pdl.operation` are groups: a single value or
/// type, or a range. If no attribute of the operation holds their sizes, MLIR's
/// interpreter lets a range reach up to the last operand or result, even when
/// other groups follow. Takes such groups from functions of pdll instead.
/// Reports groups that cannot be told apart, and groups that must be matched on
/// the way to another operation.
///
/// Several ranges can be told apart if the `pdl.operation` has the attribute
/// `pdll.equal_operand_ranges` or `pdll.equal_result_ranges`, which says that
/// they have the same length. They have one value each with the attribute
/// `pdll.single_operand_ranges` or `pdll.single_result_ranges`. For an
/// operation that is not registered, `pdll.operand_segments` and
/// `pdll.result_segments` say that an attribute holds the sizes.
mlir::LogicalResult lowerGroups(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_LOWERING_GROUPS_H
