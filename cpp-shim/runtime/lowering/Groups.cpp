// Groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Groups.h"
#include "check/DivisionCheck.h"
#include "contract/Names.h"
#include "lowering/ConstraintResults.h"
#include "patterns/OperationGroups.h"
#include "patterns/PatternParts.h"

#include "mlir/Analysis/TopologicalSortUtils.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Lowers the groups of one pattern.
class GroupLowering {
public:
  explicit GroupLowering(pdl::PatternOp pattern) : pattern(pattern) {}

  LogicalResult lower();

private:
  LogicalResult lowerList(pdl::OperationOp op, const OperationGroups &layout);
  LogicalResult lowerAmbiguousList(pdl::OperationOp op, OperationGroups layout);
  LogicalResult lowerAccess(pdl::ResultsOp access);
  LogicalResult separateResults(pdl::ResultsOp access,
                                const OperationGroups &layout);
  void getResults(pdl::ResultsOp access, const OperationGroups &layout);
  void requireSingleSegments(pdl::OperationOp op,
                             const OperationGroups &layout);
  void requireRest(pdl::OperationOp op, const OperationGroups &layout);
  LogicalResult separate(pdl::OperationOp op, const OperationGroups &layout);
  Value separateOperand(pdl::OperationOp op, Value entry, Value group);
  Value createGroup(Value op, const GroupLayout &layout, size_t index,
                    Type type);
  Value createTypeOf(pdl::OperationOp op, Value group);
  Value replace(Value old, Value group);
  Value apply(Operation *after, const Twine &name, ValueRange arguments,
              Type result);

  pdl::PatternOp pattern;
  bool isSorted = true;
};

} // namespace

/// A text that tells different layouts apart.
static std::string getText(const GroupLayout &layout) {
  bool isOperands = layout.list == List::Operands;
  StringRef list = isOperands ? PDLL_LIST_OPERANDS : PDLL_LIST_RESULTS;
  if (layout.division == Division::Segments)
    list = isOperands ? PDLL_LIST_OPERAND_SEGMENTS : PDLL_LIST_RESULT_SEGMENTS;
  return (list + " " + layout.groups).str();
}

/// The name of the function for a group, which says all that it depends on.
static std::string getGroupName(const GroupLayout &layout, size_t index,
                                Type type) {
  StringRef asRange = isa<pdl::RangeType>(type) ? PDLL_FN_GROUP_AS_RANGE : "";
  return (PDLL_FN_GROUP + Twine(index) + PDLL_FN_GROUP_OF + getText(layout) +
          asRange + PDLL_RESERVED_SUFFIX)
      .str();
}

/// The number of results of a matched operation, if the pattern writes them
/// all.
static std::optional<size_t> getNumResults(Value op) {
  auto match = op.getDefiningOp<pdl::OperationOp>();
  if (!match)
    return std::nullopt;
  OperationGroups groups(match, List::Results);
  if (groups.getNumRanges() != 0)
    return std::nullopt;
  return groups.getNumGroups();
}

/// Puts single results in the place of ranges of all results of an operation
/// among the operands of `op`, where their number is known.
static void writeResultsOneByOne(pdl::OperationOp op) {
  OperationGroups layout(op, List::Operands);
  if (!layout.isMixed() || layout.division == Division::Segments)
    return;
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op.getOperandValues()) {
    auto results = operand.getDefiningOp<pdl::ResultsOp>();
    std::optional<size_t> number;
    if (results && !results.getIndex())
      number = getNumResults(results.getParent());
    if (number.value_or(0) == 0) {
      operands.push_back(operand);
      continue;
    }
    for (size_t index = 0; index < *number; ++index)
      operands.push_back(pdl::ResultOp::create(
          builder, results.getLoc(), builder.getType<pdl::ValueType>(),
          results.getParent(), index));
  }
  op.getOperandValuesMutable().assign(operands);
}

LogicalResult GroupLowering::lower() {
  auto result = success();
  // Accesses come first: the lists, which are about to change, say what they
  // mean.
  SmallVector<pdl::ResultsOp> accesses;
  pattern.walk([&](pdl::ResultsOp op) { accesses.push_back(op); });
  for (pdl::ResultsOp access : accesses)
    if (failed(lowerAccess(access)))
      result = failure();

  Block &body = pattern.getBodyRegion().front();
  for (auto op : llvm::to_vector(body.getOps<pdl::OperationOp>()))
    for (List list : {List::Operands, List::Results}) {
      if (list == List::Operands)
        writeResultsOneByOne(op);
      OperationGroups layout(op, list);
      bool isDivided = layout.isMixed() ||
                       (saysSegments(op, list) && layout.getNumGroups() > 1);
      if (isDivided && failed(lowerList(op, layout)))
        result = failure();
    }
  // There is an order, because no part of an operation depends on a native
  // constraint.
  if (!isSorted)
    sortTopologically(&body);
  return result;
}

/// An operand of `op` that stands for all results of a matched operation.
static pdl::ResultsOp findUncounted(pdl::OperationOp op,
                                    const OperationGroups &layout) {
  for (Value entry : getEntries(op, layout.list))
    if (auto results = entry.getDefiningOp<pdl::ResultsOp>())
      if (!results.getIndex() && !getNumResults(results.getParent()))
        return results;
  return pdl::ResultsOp();
}

/// Reports that an operation among the operands of `op` may have any number of
/// results.
static LogicalResult reportUncounted(pdl::OperationOp op,
                                     pdl::ResultsOp results) {
  Operation *definition = results.getParent().getDefiningOp();
  InFlightDiagnostic error =
      emitError(definition->getLoc(), "cannot tell which operands of ")
      << describeMatched(op) << " are results of "
      << describeMatched(definition)
      << ", which may have any number; write `.0` after it for its first "
         "result, or write its result types: `-> (_: Type)`";
  error.attachNote(op.getLoc()) << "the operands are here";
  return error;
}

LogicalResult GroupLowering::lowerList(pdl::OperationOp op,
                                       const OperationGroups &layout) {
  List list = layout.list;
  if (layout.division == Division::Segments) {
    if (layout.getNumLeading() != 0)
      requireSingleSegments(op, layout);
    // The interpreter uses the attribute if the operation is registered.
    if (!layout.isMixed() || hasRegisteredSegments(op, list))
      return success();
    return separate(op, layout);
  }
  if (layout.isAmbiguous())
    return lowerAmbiguousList(op, layout);
  if (!layout.endsInOnlyRange() || layout.hasSingleRanges)
    return separate(op, layout);
  // A pattern without a name may meet an operation that has segments.
  if (!op.getOpName())
    requireRest(op, layout);
  return success();
}

/// Another program may know the operation, and that it has segments.
LogicalResult GroupLowering::lowerAmbiguousList(pdl::OperationOp op,
                                                OperationGroups layout) {
  bool mayBeKnown = op.getOpName() && !getRegisteredName(op);
  pdl::ResultsOp results = findUncounted(op, layout);
  if (mayBeKnown && !results) {
    layout.division = Division::Segments;
    if (layout.getNumLeading() != 0)
      requireSingleSegments(op, layout);
    return separate(op, layout);
  }
  return results ? reportUncounted(op, results)
                 : reportAmbiguous(op, layout.list);
}

/// The interpreter takes single operands from the front, whatever the segments.
void GroupLowering::requireSingleSegments(pdl::OperationOp op,
                                          const OperationGroups &layout) {
  std::string name =
      PDLL_FN_SINGLE_SEGMENTS + getText(layout) + PDLL_RESERVED_SUFFIX;
  apply(pattern.getRewriter()->getPrevNode(), name, op.getOp(), Type());
}

void GroupLowering::requireRest(pdl::OperationOp op,
                                const OperationGroups &layout) {
  std::string name = PDLL_FN_REST + getText(layout) + PDLL_RESERVED_SUFFIX;
  apply(pattern.getRewriter()->getPrevNode(), name,
        {op.getOp(), getEntries(op, layout.list).back()}, Type());
}

static LogicalResult checkCanSeparate(pdl::OperationOp op,
                                      const OperationGroups &layout) {
  if (pdl::ResultsOp results = findUncounted(op, layout))
    return reportUncounted(op, results);
  for (Value entry :
       getEntries(op, layout.list).drop_front(layout.getNumLeading())) {
    Operation *definition = entry.getDefiningOp();
    if (!isa<pdl::ResultOp, pdl::ResultsOp>(definition))
      continue;
    InFlightDiagnostic error =
        emitError(op.getLoc(), "cannot match what defines the operands of ");
    if (std::optional<StringRef> name = op.getOpName())
      error << "`" << *name << "`";
    else
      error << "this operation";
    error << " from the first `ValueRange` on, because their places are not "
             "known; write a `Value` or `ValueRange` instead";
    error.attachNote(definition->getOperand(0).getLoc())
        << "the operation that cannot be matched is here";
    return error;
  }
  return success();
}

/// Replaces everything from the first range on in a list of `op` by one range,
/// and takes the groups from that.
LogicalResult GroupLowering::separate(pdl::OperationOp op,
                                      const OperationGroups &layout) {
  if (failed(checkCanSeparate(op, layout)))
    return failure();
  bool isOperands = layout.list == List::Operands;
  SmallVector<Value> entries = llvm::to_vector(getEntries(op, layout.list));
  OpBuilder builder(op);
  Type type = isOperands ? Type(builder.getType<pdl::ValueType>())
                         : Type(builder.getType<pdl::TypeType>());
  type = pdl::RangeType::get(type);
  SmallVector<Value> list = llvm::to_vector(
      llvm::ArrayRef(entries).take_front(layout.getNumLeading()));
  if (isOperands) {
    list.push_back(
        pdl::OperandsOp::create(builder, op.getLoc(), type, Value()));
    op.getOperandValuesMutable().assign(list);
  } else {
    list.push_back(
        pdl::TypesOp::create(builder, op.getLoc(), type, ArrayAttr()));
    op.getTypeValuesMutable().assign(list);
  }

  GroupLayout division = layout;
  if (layout.hasSingleRanges)
    division.groups.assign(layout.getNumGroups(), '1');
  // The same entry may stand at several places.
  DenseMap<Value, Value> separated;
  for (size_t index = layout.getNumLeading(); index < entries.size(); ++index) {
    Value entry = entries[index];
    auto value = pdl::ValueType::get(op.getContext());
    Value group = createGroup(
        op.getOp(), division, index,
        layout.isRange(index) ? Type(pdl::RangeType::get(value)) : Type(value));
    if (Value first = separated.lookup(entry)) {
      if (!isOperands)
        group = createTypeOf(op, group);
      OpBuilder builder(pattern.getRewriter());
      requireEqual(builder, op.getLoc(), first, group);
      continue;
    }
    separated[entry] = isOperands ? separateOperand(op, entry, group)
                                  : replace(entry, createTypeOf(op, group));
  }
  return success();
}

/// Replaces `entry` by `group`. Returns what stands for the entry afterwards.
Value GroupLowering::separateOperand(pdl::OperationOp op, Value entry,
                                     Value group) {
  Operation *definition = entry.getDefiningOp();
  Value type =
      definition->getNumOperands() != 0 ? definition->getOperand(0) : Value();
  bool isReplaced = llvm::none_of(entry.getUsers(), [](Operation *user) {
    return isa<pdl::OperationOp>(user) &&
           isa<pdl::PatternOp>(user->getParentOp());
  });
  Value result = replace(entry, group);
  if (isReplaced && type)
    replace(type, createTypeOf(op, group));
  return result;
}

/// Whether something other than a group determines `value` of the match
/// section.
static bool isBound(Value value) {
  Operation *definition = value.getDefiningOp();
  if (!isa<pdl::OperandOp, pdl::OperandsOp, pdl::TypeOp, pdl::TypesOp>(
          definition) ||
      !definition->getAttrs().empty())
    return true;
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<pdl::OperationOp, pdl::OperandOp, pdl::OperandsOp,
               pdl::AttributeOp>(user) &&
           isa<pdl::PatternOp>(user->getParentOp());
  });
}

/// Replaces `old`, which is no longer in its list, by `group`. Returns what
/// stands for `old` afterwards.
Value GroupLowering::replace(Value old, Value group) {
  if (isBound(old)) {
    OpBuilder builder(pattern.getRewriter());
    requireEqual(builder, old.getLoc(), old, group);
    return old;
  }
  old.replaceAllUsesWith(group);
  old.getDefiningOp()->erase();
  return group;
}

Value GroupLowering::createGroup(Value op, const GroupLayout &layout,
                                 size_t index, Type type) {
  return apply(op.getDefiningOp(), getGroupName(layout, index, type), op, type);
}

Value GroupLowering::createTypeOf(pdl::OperationOp op, Value group) {
  Type type = pdl::TypeType::get(op.getContext());
  if (isa<pdl::RangeType>(group.getType()))
    return apply(group.getDefiningOp(), PDLL_FN_TYPES_OF, group,
                 pdl::RangeType::get(type));
  return apply(group.getDefiningOp(), PDLL_FN_TYPE_OF, group, type);
}

/// Applies the constraint `name`, which says all that the constraint depends
/// on, after `after`. Returns the result of the constraint, or null if it has
/// none.
Value GroupLowering::apply(Operation *after, const Twine &name,
                           ValueRange arguments, Type result) {
  OpBuilder builder(after->getContext());
  builder.setInsertionPointAfter(after);
  auto call = pdl::ApplyNativeConstraintOp::create(
      builder, after->getLoc(), result ? TypeRange(result) : TypeRange(),
      name.str(), arguments, /*isNegated=*/false);
  if (!result)
    return Value();
  // The users of the result may stand before it.
  isSorted = false;
  return call.getResults().front();
}

LogicalResult GroupLowering::lowerAccess(pdl::ResultsOp access) {
  std::optional<uint32_t> index = access.getIndex();
  auto layout = OperationGroups::ofAccess(access);
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  // The interpreter finds the results if an attribute of a registered operation
  // holds the sizes. What it makes of results that are not written is as good
  // as anything.
  if (!index || !layout || (op && hasRegisteredSegments(op, List::Results)))
    return success();
  bool isSingle = isa<pdl::ValueType>(access.getType());
  bool isCounted = layout->division != Division::Segments;
  if (isCounted && isSingle && *index < layout->getNumLeading()) {
    OpBuilder builder(access);
    Value result = pdl::ResultOp::create(
        builder, access.getLoc(), access.getType(), access.getParent(), *index);
    access.replaceAllUsesWith(result);
    access.erase();
    return success();
  }
  if (isCounted && op && op.getOpName() && layout->endsInOnlyRange() &&
      *index == layout->getNumLeading())
    return success();
  if (layout->isAmbiguous())
    return reportAmbiguous(access.getParent().getDefiningOp(), List::Results);
  bool isInMatch = access->getBlock() == &pattern.getBodyRegion().front();
  if (isInMatch)
    return separateResults(access, *layout);
  getResults(access, *layout);
  return success();
}

/// Puts a single result in the place of a range that holds just that, wherever
/// it is an operand in the match.
static void useSingleResult(pdl::ResultsOp access) {
  OpBuilder builder(access);
  Value result;
  for (OpOperand &use : llvm::make_early_inc_range(access->getUses())) {
    Operation *user = use.getOwner();
    if (!isa<pdl::OperationOp>(user) || user->getBlock() != access->getBlock())
      continue;
    if (!result)
      result = pdl::ResultOp::create(builder, access.getLoc(),
                                     builder.getType<pdl::ValueType>(),
                                     access.getParent(), *access.getIndex());
    use.set(result);
  }
}

/// Takes the results from the operation, unless matching reaches it through
/// them.
LogicalResult GroupLowering::separateResults(pdl::ResultsOp access,
                                             const OperationGroups &layout) {
  if (layout.getNumRanges() == 0 && layout.division != Division::Segments)
    useSingleResult(access);
  for (Operation *user : access->getUsers()) {
    if (!isa<pdl::OperationOp>(user) || user->getBlock() != access->getBlock())
      continue;
    InFlightDiagnostic error =
        emitError(user->getLoc(),
                  "cannot match the operation that defines an operand here, "
                  "because the place of that operand among the results is not "
                  "known");
    error.attachNote(access.getParent().getLoc()) << "the operation is here";
    return error;
  }
  Value group = createGroup(access.getParent(), layout, *access.getIndex(),
                            access.getType());
  access.replaceAllUsesWith(group);
  access.erase();
  return success();
}

/// Takes the results in the rewrite, where it is an error if there are none.
void GroupLowering::getResults(pdl::ResultsOp access,
                               const OperationGroups &layout) {
  size_t index = *access.getIndex();
  std::string name = getGroupName(layout, index, access.getType());
  OpBuilder builder(access);
  Location loc = access.getLoc();
  auto createConstant = [&](Attribute value) -> Value {
    return pdl::AttributeOp::create(builder, loc, value);
  };
  auto call = pdl::ApplyNativeRewriteOp::create(
      builder, loc, access.getType(), name,
      ValueRange{access.getParent(),
                 createConstant(builder.getI32IntegerAttr(index)),
                 createConstant(LocationAttr(loc))});
  access.replaceAllUsesWith(call.getResults().front());
  access.erase();
}

LogicalResult pdll::lowerGroups(pdl::PatternOp pattern) {
  return GroupLowering(pattern).lower();
}
