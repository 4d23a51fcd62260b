// Results of operations that a rewrite uses, and that may not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Presence.h"
#include "contract/Names.h"
#include "patterns/MissingResults.h"
#include "patterns/OperationGroups.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

namespace {

#include "embedded/Presence.inc"

} // namespace

/// The name of the function for an access.
static StringRef getFunctionName(Access access) {
  switch (access) {
  case Access::Result:
    return PDLL_FN_EXISTING_RESULT;
  case Access::SingleGroup:
    return PDLL_FN_EXISTING_SINGLE_GROUP;
  case Access::RangeGroup:
    return PDLL_FN_EXISTING_RANGE_GROUP;
  }
  llvm_unreachable("all accesses have a name");
}

/// Whether every operation that is meant has the result `index`. Without
/// segments, groups that precede every range count like results.
static bool mustExist(Value parent, uint32_t index) {
  auto op = parent.getDefiningOp<pdl::OperationOp>();
  if (!op || hasSegments(op, List::Results))
    return false;
  if (index < OperationGroups(op, List::Results).getNumLeading())
    return true;
  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  return index == 0 && name && hasOneResult(*name);
}

/// Lets a function of pdll stand between `access` and its users.
static void requirePresence(Operation *access, Access kind, Value parent,
                            uint32_t index) {
  OpBuilder builder(access->getContext());
  builder.setInsertionPointAfter(access);
  Location loc = access->getLoc();
  auto createConstant = [&](Attribute value) -> Value {
    return pdl::AttributeOp::create(builder, loc, value);
  };
  Value result = access->getResult(0);
  SmallVector<Value> arguments{result, parent,
                               createConstant(builder.getI32IntegerAttr(index)),
                               createConstant(LocationAttr(loc))};
  auto call = pdl::ApplyNativeRewriteOp::create(
      builder, loc, result.getType(), getFunctionName(kind), arguments);
  result.replaceAllUsesExcept(call.getResults().front(), call);
}

void pdll::requirePresentResults(pdl::RewriteOp rewrite) {
  for (Operation &op : llvm::make_early_inc_range(*rewrite.getBody())) {
    if (auto access = dyn_cast<pdl::ResultOp>(op)) {
      if (!mustExist(access.getParent(), access.getIndex()))
        requirePresence(access, Access::Result, access.getParent(),
                        access.getIndex());
    } else if (auto access = dyn_cast<pdl::ResultsOp>(op)) {
      std::optional<uint32_t> index = access.getIndex();
      bool isRange = isa<pdl::RangeType>(access.getType());
      if (index && (isRange || !mustExist(access.getParent(), *index)))
        requirePresence(access,
                        isRange ? Access::RangeGroup : Access::SingleGroup,
                        access.getParent(), *index);
    }
  }
}

void pdll::registerPresence(PDLPatternModule &patterns) {
  for (Access access :
       {Access::Result, Access::SingleGroup, Access::RangeGroup})
    patterns.registerRewriteFunction(getFunctionName(access),
                                     GetPresent{access});
}
