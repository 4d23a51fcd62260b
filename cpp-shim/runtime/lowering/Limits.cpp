// What MLIR's interpreter cannot do although the patterns are right.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Limits.h"
#include "check/MatchCheck.h"

using namespace mlir;
using namespace pdll;

LogicalResult pdll::checkLostGroups(pdl::PatternOp pattern) {
  return checkMatch(pattern,
                    "this operation shares only a value after a `ValueRange` "
                    "with the rest of the pattern, and the place of that value "
                    "is not known, so the operation cannot be found");
}

/// Whether `value` is a range of operands of `op`, which ends with it.
static bool isOperandRangeOf(Value value, pdl::OperationOp op) {
  return isa<pdl::RangeType>(value.getType()) &&
         llvm::is_contained(op.getOperandValues(), value);
}

LogicalResult pdll::checkRanges(pdl::RewriteOp rewrite) {
  SmallVector<pdl::OperationOp> erased;
  for (Operation &op : *rewrite.getBody()) {
    for (Value operand : op.getOperands())
      for (pdl::OperationOp owner : erased)
        if (isOperandRangeOf(operand, owner)) {
          InFlightDiagnostic error = emitError(
              op.getLoc(), "this uses a range of operands of an operation that "
                           "has been erased or replaced before; do this first");
          error.attachNote(owner.getLoc()) << "the operation is here";
          return error;
        }
    if (!isa<pdl::EraseOp, pdl::ReplaceOp>(op))
      continue;
    if (auto owner = op.getOperand(0).getDefiningOp<pdl::OperationOp>())
      erased.push_back(owner);
  }
  return success();
}
