// Checks of groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/GroupCheck.h"
#include "contract/Names.h"
#include "patterns/OperationGroups.h"

using namespace mlir;
using namespace pdll;

/// Checks that an access names a group of results that the operation has.
static LogicalResult checkAccess(pdl::ResultsOp access) {
  if (!access.getIndex())
    return success();
  std::optional<size_t> numGroups;
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  auto groups = OperationGroups::ofAccess(access);
  if (groups && StringRef(groups->groups).trim("1*") != "")
    return emitError(access.getLoc(),
                     "expected `1` for a result and `*` for a "
                     "range in `" PDLL_ATTR_RESULT_GROUPS "`, but found `")
           << groups->groups << "`";
  if (op && hasRegisteredSegments(op, List::Results))
    numGroups = getNumSegments(op, List::Results);
  else if (groups)
    numGroups = groups->getNumGroups();
  if (!numGroups || *access.getIndex() < *numGroups)
    return success();
  InFlightDiagnostic error =
      emitError(access.getLoc(), "the operation has ")
      << *numGroups << (*numGroups == 1 ? " group" : " groups")
      << " of results, so there is no group " << *access.getIndex();
  error.attachNote(access.getParent().getLoc()) << "the operation is here";
  return error;
}

/// Checks the number of groups in a list against the definition of `op`.
static LogicalResult checkNumGroups(pdl::OperationOp op, List list) {
  OperationGroups groups(op, list);
  if (!groups.isMixed() || !hasSegments(op, list))
    return success();
  std::optional<size_t> numSegments = getNumSegments(op, list);
  if (!numSegments || *numSegments == groups.getNumGroups())
    return success();
  return emitError(op.getLoc(), "`")
         << *op.getOpName() << "` has " << *numSegments << " groups of "
         << getListName(list) << ", but there are " << groups.getNumGroups()
         << " here; write a `" << getSingleName(list) << "` or a `"
         << getRangeName(list) << "` for each group, or one `"
         << getRangeName(list) << "` for all";
}

LogicalResult pdll::checkGroups(pdl::PatternOp pattern) {
  LogicalResult result = success();
  pattern.walk([&](pdl::ResultsOp access) {
    if (failed(checkAccess(access)))
      result = failure();
  });
  for (auto op : pattern.getBodyRegion().getOps<pdl::OperationOp>())
    for (List list : {List::Operands, List::Results})
      if (failed(checkNumGroups(op, list)))
        result = failure();
  return result;
}
