// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/ResultTypes.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "patterns/TypeInference.h"
#include "support/InsertionPlace.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

#include <memory>

using namespace mlir;
using namespace pdll;

/// The arguments are the name of the operation, the names of its attributes,
/// the attributes, and the operands.
static LogicalResult inferResultTypes(const TypeInference &inference,
                                      PatternRewriter &rewriter,
                                      PDLResultList &results,
                                      ArrayRef<PDLValue> arguments) {
  auto name = cast<StringAttr>(arguments[0].cast<Attribute>());
  auto attributeNames = cast<ArrayAttr>(arguments[1].cast<Attribute>());
  Creation creation{OperationName(name.getValue(), rewriter.getContext()),
                    getInsertionPlace(rewriter),
                    {},
                    {}};
  arguments = arguments.drop_front(2);
  for (auto [attributeName, attribute] : llvm::zip(attributeNames, arguments))
    creation.attributes.append(cast<StringAttr>(attributeName),
                               attribute.cast<Attribute>());
  for (PDLValue argument : arguments.drop_front(attributeNames.size())) {
    creation.isComplete &= static_cast<bool>(argument);
    if (!argument)
      continue;
    if (std::optional<ValueRange> range = argument.dyn_cast<ValueRange>())
      llvm::append_range(creation.operands, *range);
    else
      creation.operands.push_back(argument.cast<Value>());
  }
  SmallVector<Type> types;
  inference.infer(creation, types);
  results.push_back(TypeRange(types));
  return success();
}

void pdll::createWithoutResults(pdl::RewriteOp rewrite) {
  rewrite.walk([](pdl::OperationOp op) {
    if (!op->hasAttr(PDLL_ATTR_NO_RESULTS) || !op.getTypeValues().empty())
      return;
    OpBuilder builder(op);
    auto types = pdl::RangeType::get(builder.getType<pdl::TypeType>());
    Value none =
        pdl::RangeOp::create(builder, op.getLoc(), types, ValueRange());
    op.getTypeValuesMutable().assign(none);
  });
}

void pdll::registerResultTypeInference(PDLPatternModule &patterns) {
  auto inference = std::make_shared<TypeInference>();
  patterns.registerRewriteFunction(
      PDLL_FN_RESULT_TYPES,
      [inference](PatternRewriter &rewriter, PDLResultList &results,
                  ArrayRef<PDLValue> arguments) {
        return inferResultTypes(*inference, rewriter, results, arguments);
      });
}

static void inferSafely(pdl::OperationOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto createConstant = [&](Attribute value) -> Value {
    return pdl::AttributeOp::create(builder, loc, value);
  };
  SmallVector<Value> arguments{
      createConstant(builder.getStringAttr(*op.getOpName())),
      createConstant(op.getAttributeValueNames())};
  llvm::append_range(arguments, op.getAttributeValues());
  llvm::append_range(arguments, op.getOperandValues());
  auto types = pdl::RangeType::get(builder.getType<pdl::TypeType>());
  auto call = pdl::ApplyNativeRewriteOp::create(
      builder, loc, TypeRange(types), PDLL_FN_RESULT_TYPES, arguments);
  op.getTypeValuesMutable().assign(call.getResults());
}

void pdll::inferResultTypesSafely(pdl::RewriteOp rewrite) {
  rewrite.walk([](pdl::OperationOp op) {
    std::optional<RegisteredOperationName> name = getRegisteredName(op);
    // Types that nothing determines are as good as no types.
    bool isOpen = llvm::all_of(op.getTypeValues(), [&](Value type) {
      Operation *definition = type.getDefiningOp();
      return definition->getBlock() == op->getBlock() && type.hasOneUse() &&
             isa<pdl::TypeOp, pdl::TypesOp>(definition) &&
             definition->getAttrs().empty();
    });
    if (isOpen && name && name->hasInterface<InferTypeOpInterface>())
      inferSafely(op);
  });
}
