// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/PatternGuards.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "patterns/RuntimeGuards.h"
#include "support/InsertionPlace.h"
#include "support/Traits.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Guards.inc"

/// The name of the operation, and the name under which it gets the attribute,
/// are arguments after the attribute.
static std::pair<RegisteredOperationName, StringAttr>
getFitTarget(PatternRewriter &rewriter, ArrayRef<PDLValue> arguments) {
  auto operation = cast<StringAttr>(arguments[1].cast<Attribute>());
  return {*RegisteredOperationName::lookup(operation.getValue(),
                                           rewriter.getContext()),
          cast<StringAttr>(arguments[2].cast<Attribute>())};
}

static LogicalResult checkFits(PatternRewriter &rewriter, PDLResultList &,
                               ArrayRef<PDLValue> arguments) {
  // The interpreter may call before it knows that the attribute exists.
  if (!arguments[0])
    return failure();
  auto [operation, name] = getFitTarget(rewriter, arguments);
  return success(fits(operation, name, arguments[0].cast<Attribute>()));
}

/// Returns the attribute if it fits. Otherwise the run fails, because a rewrite
/// cannot, and the operation gets no attribute.
static LogicalResult takeFitting(PatternRewriter &rewriter,
                                 PDLResultList &results,
                                 ArrayRef<PDLValue> arguments) {
  auto [operation, name] = getFitTarget(rewriter, arguments);
  Attribute attribute = arguments[0] ? arguments[0].cast<Attribute>() : nullptr;
  results.push_back(
      getFitting(operation, name, attribute, getInsertionPlace(rewriter)));
  return success();
}

/// The arguments are the root, a range of the match, and the place of the
/// pattern.
static LogicalResult checkBounded(PatternRewriter &, PDLResultList &,
                                  ArrayRef<PDLValue> arguments) {
  // The interpreter may call before it knows that both exist.
  if (!arguments[0] || !arguments[1])
    return failure();
  size_t length = arguments[1].isa<ValueRange>()
                      ? arguments[1].cast<ValueRange>().size()
                      : arguments[1].cast<TypeRange>().size();
  return success(isBounded(length, arguments[0].cast<Operation *>()->getLoc(),
                           cast<LocationAttr>(arguments[2].cast<Attribute>())));
}

void pdll::registerPatternGuards(PDLPatternModule &patterns) {
  patterns.registerConstraintFunction(PDLL_FN_DISTINCT, areDistinct);
  patterns.registerConstraintFunction(PDLL_FN_SURVIVES, survives);
  patterns.registerConstraintFunction(PDLL_FN_FITS, checkFits);
  patterns.registerConstraintFunction(PDLL_FN_BOUNDED_GROWTH, checkBounded);
  patterns.registerRewriteFunction(PDLL_FN_FITS, takeFitting);
}

/// The matched operation that `op` erases or replaces, if it does.
static pdl::OperationOp getErasedMatch(Operation &op) {
  if (!isa<pdl::EraseOp, pdl::ReplaceOp>(op))
    return pdl::OperationOp();
  auto erased = op.getOperand(0).getDefiningOp<pdl::OperationOp>();
  bool isMatched = erased && erased->getBlock() != op.getBlock();
  return isMatched ? erased : pdl::OperationOp();
}

void pdll::requireDistinct(pdl::PatternOp pattern) {
  SmallVector<pdl::OperationOp> erased;
  for (Operation &op : *pattern.getRewriter().getBody())
    if (pdl::OperationOp match = getErasedMatch(op))
      erased.push_back(match);
  OpBuilder builder(pattern.getRewriter());
  for (size_t index = 0; index < erased.size(); ++index) {
    pdl::OperationOp first = erased[index];
    for (pdl::OperationOp second : llvm::drop_begin(erased, index + 1)) {
      std::optional<StringRef> firstName = first.getOpName();
      std::optional<StringRef> secondName = second.getOpName();
      if (firstName && secondName && *firstName != *secondName)
        continue;
      pdl::ApplyNativeConstraintOp::create(
          builder, pattern.getLoc(), TypeRange(), PDLL_FN_DISTINCT,
          ValueRange{first.getOp(), second.getOp()}, /*isNegated=*/false);
    }
  }
}

namespace {

/// Finds the parts of a match that must outlive an operation that the rewrite
/// erases.
class SurvivalGuard {
public:
  explicit SurvivalGuard(pdl::PatternOp pattern) : pattern(pattern) {}

  /// Makes matches fail in which `erasure`, by erasing or replacing `erased`,
  /// removes something that is needed later.
  void require(pdl::OperationOp erased, Operation *erasure);

private:
  void collect(Operation *user);
  void addCreation();

  pdl::PatternOp pattern;
  /// Matched operations, values and ranges of values.
  llvm::SetVector<Value> needed;
};

} // namespace

/// Whether `value` may end with `erased`, as far as the pattern tells. It tells
/// nothing by what uses what: in a graph region, an operation may use its own
/// results, and so may operations inside of it.
static bool mustBeAsked(pdl::OperationOp erased, Value value) {
  if (value == erased.getOp())
    return false;
  auto op = value.getDefiningOp<pdl::OperationOp>();
  if (!op)
    return true;
  // Two operations of a pattern may match the same one. Only an operation with
  // regions holds others.
  std::optional<StringRef> erasedName = erased.getOpName();
  std::optional<StringRef> opName = op.getOpName();
  if (!erasedName || !opName || *erasedName == *opName)
    return true;
  std::optional<RegisteredOperationName> name = getRegisteredName(erased);
  return !name || !hasZeroRegions(*name);
}

void SurvivalGuard::require(pdl::OperationOp erased, Operation *erasure) {
  needed.clear();
  if (isa<pdl::ReplaceOp>(erasure))
    collect(erasure);
  for (Operation *op = erasure->getNextNode(); op; op = op->getNextNode())
    collect(op);

  OpBuilder builder(pattern.getRewriter());
  for (Value value : needed)
    if (mustBeAsked(erased, value))
      pdl::ApplyNativeConstraintOp::create(
          builder, pattern.getLoc(), TypeRange(), PDLL_FN_SURVIVES,
          ValueRange{erased.getOp(), value}, /*isNegated=*/false);
}

/// Whether things of this type are part of the IR.
static bool canVanish(Type type) {
  if (auto range = dyn_cast<pdl::RangeType>(type))
    type = range.getElementType();
  return isa<pdl::OperationType, pdl::ValueType>(type);
}

/// Adds the parts of the match that `user` needs.
void SurvivalGuard::collect(Operation *user) {
  // It inserts where the root is.
  if (isa<pdl::OperationOp, pdl::ApplyNativeRewriteOp>(user))
    addCreation();
  for (Value operand : user->getOperands()) {
    // The values of a range may vanish after the range is made.
    if (auto range = operand.getDefiningOp<pdl::RangeOp>()) {
      collect(range);
      continue;
    }
    if (isa<pdl::ResultOp, pdl::ResultsOp>(operand.getDefiningOp()))
      operand = operand.getDefiningOp()->getOperand(0);
    if (operand.getParentBlock() == user->getBlock())
      addCreation();
    else if (canVanish(operand.getType()))
      needed.insert(operand);
  }
}

void SurvivalGuard::addCreation() {
  if (Value root = pattern.getRewriter().getRoot())
    needed.insert(root);
}

void pdll::requireSurvival(pdl::PatternOp pattern) {
  for (Operation &op : *pattern.getRewriter().getBody())
    if (pdl::OperationOp erased = getErasedMatch(op))
      SurvivalGuard(pattern).require(erased, &op);
}

/// Whether `attribute` is matched under the same name on the same kind of
/// operation, where it has been checked before.
static bool isMatchedOn(Value attribute, StringRef operation, Attribute name) {
  return llvm::any_of(attribute.getUsers(), [&](Operation *user) {
    auto match = dyn_cast<pdl::OperationOp>(user);
    if (!match || match->getBlock() != attribute.getParentBlock() ||
        match.getOpName() != operation)
      return false;
    for (auto [matchedName, value] :
         llvm::zip(match.getAttributeValueNames(), match.getAttributeValues()))
      if (value == attribute && matchedName == name)
        return true;
    return false;
  });
}

/// The arguments of a check: the attribute, the name of the operation, and the
/// name under which the operation gets the attribute.
static SmallVector<Value, 3> createFitArguments(OpBuilder &builder,
                                                Location loc, Value attribute,
                                                RegisteredOperationName op,
                                                StringAttr name) {
  auto createConstant = [&](StringRef text) -> Value {
    return pdl::AttributeOp::create(builder, loc, builder.getStringAttr(text));
  };
  return {attribute, createConstant(op.getStringRef()),
          createConstant(name.getValue())};
}

static void requireFitting(pdl::PatternOp pattern, Value attribute,
                           RegisteredOperationName operation, StringAttr name) {
  OpBuilder builder(pattern.getRewriter());
  Location loc = pattern.getLoc();
  pdl::ApplyNativeConstraintOp::create(
      builder, loc, TypeRange(), PDLL_FN_FITS,
      createFitArguments(builder, loc, attribute, operation, name),
      /*isNegated=*/false);
}

/// Checks an attribute from a native rewrite before `op` gets it.
static void checkFitting(pdl::OperationOp op, Value attribute,
                         RegisteredOperationName operation, StringAttr name) {
  OpBuilder builder(op);
  auto call = pdl::ApplyNativeRewriteOp::create(
      builder, op.getLoc(), attribute.getType(), PDLL_FN_FITS,
      createFitArguments(builder, op.getLoc(), attribute, operation, name));
  for (auto [attributeName, value] :
       llvm::zip(op.getAttributeValueNames(), op.getAttributeValuesMutable()))
    if (attributeName == name)
      value.set(call.getResults().front());
}

void pdll::requireFittingAttributes(pdl::PatternOp pattern) {
  pattern.getRewriter().walk([&](pdl::OperationOp op) {
    std::optional<RegisteredOperationName> name = getRegisteredName(op);
    if (!name)
      return;
    for (auto [attributeName, value] :
         llvm::zip(op.getAttributeValueNames(), op.getAttributeValues())) {
      bool isConstant = value.getDefiningOp()->hasAttr("value");
      if (isConstant ||
          !llvm::is_contained(name->getAttributeNames(), attributeName))
        continue;
      if (value.getParentBlock() == op->getBlock())
        checkFitting(op, value, *name, cast<StringAttr>(attributeName));
      else if (!isMatchedOn(value, name->getStringRef(), attributeName))
        requireFitting(pattern, value, *name, cast<StringAttr>(attributeName));
    }
  });
}

/// Whether `op` can make a longer range from one of its operands.
static bool canLengthen(Operation *op) {
  if (isa<pdl::ApplyNativeRewriteOp>(op))
    return llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<pdl::OperationType, pdl::RangeType>(type);
    });
  if (auto creation = dyn_cast<pdl::OperationOp>(op))
    return creation.getOperandValues().size() > 1 ||
           creation.getTypeValues().size() > 1;
  return isa<pdl::RangeOp>(op) && op->getNumOperands() > 1;
}

void pdll::requireBoundedGrowth(pdl::PatternOp pattern) {
  pdl::RewriteOp rewrite = pattern.getRewriter();
  llvm::SetVector<Value> ranges;
  for (Operation &op : *rewrite.getBody())
    if (canLengthen(&op))
      for (Value operand : op.getOperands())
        if (isa<pdl::RangeType>(operand.getType()) &&
            operand.getParentBlock() == rewrite->getBlock())
          ranges.insert(operand);
  if (ranges.empty())
    return;
  Value root = getRootOrFirst(pattern);
  OpBuilder builder(rewrite);
  Value place = pdl::AttributeOp::create(builder, pattern.getLoc(),
                                         LocationAttr(pattern.getLoc()));
  for (Value range : ranges)
    pdl::ApplyNativeConstraintOp::create(
        builder, pattern.getLoc(), TypeRange(), PDLL_FN_BOUNDED_GROWTH,
        ValueRange{root, range, place}, /*isNegated=*/false);
}
