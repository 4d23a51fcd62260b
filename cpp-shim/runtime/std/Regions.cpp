// Regions. They are copied rather than moved, because a matched operation must
// stay valid until it is replaced.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"
#include "support/BlockEnd.h"
#include "support/CopyScope.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace pdll;

/// The only block of a region of `op`; null if there is no such region or
/// block.
static Block *getOnlyBlock(Operation *op, IntegerAttr region) {
  std::optional<int64_t> number = getInt64(region);
  if (!number || *number < 0 || *number >= op->getNumRegions() ||
      !op->getRegion(*number).hasOneBlock())
    return nullptr;
  return &op->getRegion(*number).front();
}

static FailureOr<SmallVector<Value>> inlineRegion(PatternRewriter &rewriter,
                                                  Operation *op,
                                                  IntegerAttr region,
                                                  ValueRange arguments) {
  Block *block = getOnlyBlock(op, region);
  if (!block)
    return refuse(
        "the operation has no such region, or the region does not have "
        "exactly one block");
  if (block->getArgumentTypes() != arguments.getTypes())
    return refuse("the arguments of the block are of other types, or there are "
                  "more or fewer of them");
  Operation *end = getEnd(block);
  if (end && end->getNumSuccessors() != 0)
    return refuse("the end of the block is a branch");
  if (end && !end->use_empty())
    return refuse("the last operation of the block has results that are used");
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  CopyScope copies(CopyScope::Kind::Operations);
  return copyOperations(rewriter, block, end, arguments);
}

/// Whether an operation of that name can be created from copied regions alone.
static LogicalResult checkName(OperationName name, DictionaryAttr attributes) {
  MLIRContext *context = name.getContext();
  if (!name.isRegistered()) {
    Dialect *dialect = name.getDialect();
    if (!dialect && llvm::is_contained(context->getAvailableDialects(),
                                       name.getDialectNamespace()))
      return refuse("the dialect `" + name.getDialectNamespace() +
                    "` is not loaded");
    if (dialect ? !dialect->allowsUnknownOperations()
                : !context->allowsUnregisteredDialects())
      return refuse("there is no operation `" + name.getStringRef() + "`");
    return success();
  }
  if (!hasZeroSuccessors(name) && !hasVariadicSuccessors(name))
    return refuse("the operation needs successors");
  std::string problem = catchDiagnostic(context, [&] {
    NamedAttrList list(attributes);
    return name.verifyInherentAttrs(
        list, [&] { return emitError(UnknownLoc::get(context)); });
  });
  return problem.empty() ? success() : refuse(problem);
}

static FailureOr<Operation *>
createWithRegions(PatternRewriter &rewriter, StringAttr name,
                  ValueRange operands, DictionaryAttr attributes,
                  TypeRange types, Operation *from) {
  if (name.getValue().find('.') == StringRef::npos)
    return refuse("`" + name.getValue() +
                  "` is not an operation name; expected `dialect.name`");
  OperationName opName(name, rewriter.getContext());
  if (failed(checkName(opName, attributes)))
    return failure();
  OperationState state(from->getLoc(), opName, operands, types,
                       attributes.getValue());
  for (Region &region : from->getRegions()) {
    auto copy = std::make_unique<Region>();
    IRMapping mapping;
    region.cloneInto(copy.get(), mapping);
    state.addRegion(std::move(copy));
  }
  CopyScope copies(CopyScope::Kind::Regions);
  return rewriter.create(state);
}

void pdll::addRegionFunctions(Natives &natives) {
  addConstraint(natives, "HasOneBlock", [](Operation *op, IntegerAttr region) {
    return !!getOnlyBlock(op, region);
  });
  addConstraint(
      natives, "GetYieldedValues",
      [](Operation *op, IntegerAttr region) -> FailureOr<SmallVector<Value>> {
        Block *block = getOnlyBlock(op, region);
        Operation *end = block ? getEnd(block) : nullptr;
        if (!end)
          return failure();
        return llvm::to_vector_of<Value>(end->getOperands());
      });
  addConstraint(
      natives, "GetBlockArguments",
      [](Operation *op, IntegerAttr region) -> FailureOr<SmallVector<Value>> {
        Block *block = getOnlyBlock(op, region);
        if (!block)
          return failure();
        return llvm::to_vector_of<Value>(block->getArguments());
      });
  addRewrite(natives, "InlineRegion", inlineRegion);
  addRewrite(natives, "CreateWithRegions", createWithRegions);
}
