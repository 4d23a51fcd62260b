// Results of operations that a rewrite uses, and that may not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Presence.h"
#include "contract/Names.h"
#include "patterns/OperationGroups.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

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
static void requirePresence(Operation *access, StringRef function, Value parent,
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
  auto call = pdl::ApplyNativeRewriteOp::create(builder, loc, result.getType(),
                                                function, arguments);
  result.replaceAllUsesExcept(call.getResults().front(), call);
}

void pdll::requirePresentResults(pdl::RewriteOp rewrite) {
  for (Operation &op : llvm::make_early_inc_range(*rewrite.getBody())) {
    if (auto access = dyn_cast<pdl::ResultOp>(op)) {
      if (!mustExist(access.getParent(), access.getIndex()))
        requirePresence(access, PDLL_FN_EXISTING_RESULT, access.getParent(),
                        access.getIndex());
    } else if (auto access = dyn_cast<pdl::ResultsOp>(op)) {
      std::optional<uint32_t> index = access.getIndex();
      bool isRange = isa<pdl::RangeType>(access.getType());
      if (index && (isRange || !mustExist(access.getParent(), *index)))
        requirePresence(access,
                        isRange ? PDLL_FN_EXISTING_RANGE_GROUP
                                : PDLL_FN_EXISTING_SINGLE_GROUP,
                        access.getParent(), *index);
    }
  }
}
