// Checks that ranges of operands and results can be told apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/DivisionCheck.h"

using namespace mlir;
using namespace pdll;

std::string pdll::describeMatched(Operation *definition) {
  auto op = dyn_cast<pdl::OperationOp>(definition);
  if (!op || !op.getOpName())
    return "this operation";
  return ("`" + *op.getOpName() + "`").str();
}

LogicalResult pdll::reportAmbiguous(Operation *definition, List list) {
  return emitError(definition->getLoc(), "cannot tell where one `")
         << getRangeName(list) << "` among the " << getListName(list) << " of "
         << describeMatched(definition)
         << " ends and the next one begins; write one `" << getRangeName(list)
         << "` for all " << getListName(list);
}

/// Whether an entry is a range of any length. The number of results of an
/// operation is known once it is found.
static bool isFreeRange(Value entry) {
  if (!isa<pdl::RangeType>(entry.getType()))
    return false;
  auto results = entry.getDefiningOp<pdl::ResultsOp>();
  return !results || results.getIndex();
}

static LogicalResult checkList(pdl::OperationOp op, List list) {
  if (!OperationGroups(op, list).isAmbiguous() ||
      llvm::count_if(getEntries(op, list), isFreeRange) <= 1)
    return success();
  return reportAmbiguous(op, list);
}

/// Groups before the first range have their places in any case.
static bool isPlaced(pdl::ResultsOp access, const OperationGroups &groups) {
  return isa<pdl::ValueType>(access.getType()) &&
         *access.getIndex() < groups.getNumLeading();
}

static LogicalResult checkDividedAccess(pdl::ResultsOp access) {
  auto groups = OperationGroups::ofAccess(access);
  if (!access.getIndex() || !groups || !groups->isAmbiguous())
    return success();
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  if ((op && hasRegisteredSegments(op, List::Results)) ||
      isPlaced(access, *groups))
    return success();
  return reportAmbiguous(access.getParent().getDefiningOp(), List::Results);
}

/// Whether the program that applies the patterns may know the operation,
/// although this one does not.
static bool mayBeKnown(Operation *definition, RunsIn runsIn) {
  auto op = dyn_cast<pdl::OperationOp>(definition);
  return runsIn == RunsIn::OtherProgram && op && op.getOpName() &&
         !RegisteredOperationName::lookup(*op.getOpName(), op.getContext());
}

LogicalResult pdll::checkDivisions(pdl::PatternOp pattern, RunsIn runsIn) {
  LogicalResult result = success();
  pattern.walk([&](pdl::ResultsOp access) {
    if (!mayBeKnown(access.getParent().getDefiningOp(), runsIn) &&
        failed(checkDividedAccess(access)))
      result = failure();
  });
  for (auto op : pattern.getBodyRegion().getOps<pdl::OperationOp>())
    for (List list : {List::Operands, List::Results})
      if (!mayBeKnown(op, runsIn) && failed(checkList(op, list)))
        result = failure();
  return result;
}
