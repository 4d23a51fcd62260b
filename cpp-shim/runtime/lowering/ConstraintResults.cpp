// Results of native constraints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/ConstraintResults.h"
#include "contract/Names.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

void pdll::requireEqual(OpBuilder &builder, Location loc, Value first,
                        Value second) {
  pdl::ApplyNativeConstraintOp::create(builder, loc, TypeRange(), PDLL_FN_EQUAL,
                                       ValueRange{first, second},
                                       /*isNegated=*/false);
}

/// Creates a value of `type` that matches anything. Operations need none,
/// because other operations do not mention them.
static Value createUnconstrained(OpBuilder &builder, Location loc, Type type) {
  return llvm::TypeSwitch<Type, Value>(type)
      .Case([&](pdl::AttributeType) -> Value {
        return pdl::AttributeOp::create(builder, loc, type, Value(),
                                        Attribute());
      })
      .Case([&](pdl::TypeType) -> Value {
        return pdl::TypeOp::create(builder, loc, type, TypeAttr());
      })
      .Case([&](pdl::ValueType) -> Value {
        return pdl::OperandOp::create(builder, loc, type, Value());
      })
      .Case([&](pdl::RangeType range) -> Value {
        if (isa<pdl::TypeType>(range.getElementType()))
          return pdl::TypesOp::create(builder, loc, type, ArrayAttr());
        return pdl::OperandsOp::create(builder, loc, type, Value());
      });
}

/// Whether `user` says where its operands are in a match.
static bool isBinding(Operation *user) {
  return isa<pdl::OperationOp, pdl::OperandOp, pdl::OperandsOp,
             pdl::AttributeOp>(user) &&
         isa<pdl::PatternOp>(user->getParentOp());
}

void pdll::bindConstraintResults(pdl::PatternOp pattern) {
  Block &body = pattern.getBodyRegion().front();
  OpBuilder atStart = OpBuilder::atBlockBegin(&body);
  OpBuilder atEnd(pattern.getRewriter());
  for (auto constraint :
       llvm::to_vector(body.getOps<pdl::ApplyNativeConstraintOp>()))
    for (Value result : constraint.getResults()) {
      if (llvm::none_of(result.getUsers(), isBinding))
        continue;
      Location loc = constraint.getLoc();
      Value own = createUnconstrained(atStart, loc, result.getType());
      result.replaceUsesWithIf(
          own, [](OpOperand &use) { return isBinding(use.getOwner()); });
      requireEqual(atEnd, loc, own, result);
    }
}

void pdll::separateConstraintResults(ModuleOp module,
                                     function_ref<bool(StringRef)> isDefined) {
  size_t numApplications = 0;
  module.walk([&](pdl::ApplyNativeConstraintOp op) {
    if (op.getNumResults() == 0 || !isDefined(op.getName()))
      return;
    op.setName((op.getName() + " <" + Twine(numApplications++) + ">").str());
  });
}
