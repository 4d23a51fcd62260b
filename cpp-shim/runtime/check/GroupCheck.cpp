// Checks of groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/GroupCheck.h"
#include "contract/Names.h"
#include "patterns/OperationGroups.h"

using namespace mlir;
using namespace pdll;

/// Checks the text that says which groups an access chooses from.
static LogicalResult checkText(pdl::ResultsOp access) {
  Attribute attribute = access->getAttr(PDLL_ATTR_RESULT_GROUPS);
  if (!attribute)
    return success();
  auto text = dyn_cast<StringAttr>(attribute);
  if (!text)
    return emitError(access.getLoc(),
                     "expected a string as "
                     "`" PDLL_ATTR_RESULT_GROUPS "`, but found `")
           << attribute << "`";
  auto [division, groups] = splitResultGroups(text);
  if (!llvm::is_contained({"", "segments", "equal"}, division))
    return emitError(access.getLoc(),
                     "expected `segments`, `equal` or nothing before the "
                     "groups in `" PDLL_ATTR_RESULT_GROUPS "`, but found `")
           << division << "`";
  if (!groups.trim("1*").empty())
    return emitError(access.getLoc(),
                     "expected `1` for a result and `*` for a "
                     "range in `" PDLL_ATTR_RESULT_GROUPS "`, but found `")
           << groups << "`";
  return success();
}

/// Checks that an access names a group of results that the operation has.
static LogicalResult checkAccess(pdl::ResultsOp access) {
  if (!access.getIndex())
    return success();
  if (failed(checkText(access)))
    return failure();
  std::optional<size_t> numGroups;
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  auto groups = OperationGroups::ofAccess(access);
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
