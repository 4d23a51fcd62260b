// Groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Groups.h"
#include "lowering/ConstraintResults.h"
#include "natives/Natives.h"
#include "support/Traits.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {

#include "embedded/Groups.inc"
#include "embedded/Guards.inc"

/// The groups of a `pdl.operation`.
struct Layout : GroupLayout {
  Layout(pdl::OperationOp op, List list);

  bool isMixed() const { return getNumRanges() != 0 && getNumGroups() > 1; }
  /// Whether a range, and nothing else, stands for all that follows the single
  /// ones.
  bool endsInOnlyRange() const {
    return getNumRanges() == 1 && isRange(getNumGroups() - 1);
  }
  /// Whether nothing tells where one range ends and the next one begins.
  bool isAmbiguous() const { return getNumRanges() > 1 && !hasEqualRanges; }
  /// A text that tells different layouts apart.
  std::string getText() const {
    return (list == List::Operands ? "operands " : "results ") + groups;
  }

  bool hasEqualRanges;
};

/// Lowers the groups of one pattern.
class GroupLowering {
public:
  GroupLowering(PDLPatternModule &patterns, pdl::PatternOp pattern)
      : patterns(patterns), pattern(pattern) {}

  LogicalResult lower();

private:
  LogicalResult lowerList(pdl::OperationOp op, const Layout &layout);
  LogicalResult lowerAccess(pdl::ResultsOp access);
  LogicalResult separateResults(pdl::ResultsOp access, pdl::OperationOp op,
                                const Layout &layout);
  void requireSingleSegments(pdl::OperationOp op, const Layout &layout);
  void requireRest(pdl::OperationOp op, const Layout &layout);
  LogicalResult separate(pdl::OperationOp op, const Layout &layout);
  Value separateOperand(pdl::OperationOp op, Value entry, Value group);
  Value createGroup(pdl::OperationOp op, const Layout &layout, size_t index,
                    Type type);
  Value createTypeOf(pdl::OperationOp op, Value group);
  Value replace(Value old, Value group);
  Value apply(Operation *after, const Twine &name, ValueRange arguments,
              Type result, PDLConstraintFunction function);

  PDLPatternModule &patterns;
  pdl::PatternOp pattern;
  bool isSorted = true;
};

} // namespace

static OperandRange getEntries(pdl::OperationOp op, List list) {
  return list == List::Operands ? op.getOperandValues() : op.getTypeValues();
}

Layout::Layout(pdl::OperationOp op, List list)
    : GroupLayout{list, ""},
      hasEqualRanges(op->hasAttr(list == List::Operands
                                     ? "pdll.equal_operand_ranges"
                                     : "pdll.equal_result_ranges")) {
  for (Value entry : getEntries(op, list))
    groups += isa<pdl::RangeType>(entry.getType()) ? '*' : '1';
}

static std::optional<RegisteredOperationName> lookUp(pdl::OperationOp op) {
  return RegisteredOperationName::lookup(op.getOpName().value_or(""),
                                         op.getContext());
}

/// An operation that is not registered may be known from its definition.
static bool hasSegments(pdl::OperationOp op, List list) {
  if (op->hasAttr(list == List::Operands ? "pdll.operand_segments"
                                         : "pdll.result_segments"))
    return true;
  std::optional<RegisteredOperationName> name = lookUp(op);
  return name && (list == List::Operands ? hasOperandSegments(*name)
                                         : hasResultSegments(*name));
}

/// How many groups every operation of this name has. An operation without
/// operands and results tells, if it keeps their sizes as a property.
static std::optional<size_t> getNumSegments(pdl::OperationOp op, List list) {
  std::optional<RegisteredOperationName> name = lookUp(op);
  if (!name)
    return std::nullopt;
  OperationState state(op.getLoc(), *name);
  Operation *sample = Operation::create(state);
  auto sizes = sample->getAttrOfType<DenseI32ArrayAttr>(
      list == List::Operands ? "operandSegmentSizes" : "resultSegmentSizes");
  std::optional<size_t> numSegments;
  if (sizes)
    numSegments = sizes.size();
  sample->destroy();
  return numSegments;
}

static StringRef getListName(List list) {
  return list == List::Operands ? "operands" : "results";
}

static StringRef getRangeName(List list) {
  return list == List::Operands ? "ValueRange" : "TypeRange";
}

static StringRef getSingleName(List list) {
  return list == List::Operands ? "Value" : "Type";
}

LogicalResult GroupLowering::lower() {
  auto result = success();
  // The lists, which are about to change, say what the accesses mean.
  SmallVector<pdl::ResultsOp> accesses;
  pattern.walk([&](pdl::ResultsOp op) { accesses.push_back(op); });
  for (pdl::ResultsOp access : accesses)
    if (failed(lowerAccess(access)))
      result = failure();

  Block &body = pattern.getBodyRegion().front();
  for (auto op : llvm::to_vector(body.getOps<pdl::OperationOp>()))
    for (List list : {List::Operands, List::Results}) {
      Layout layout(op, list);
      if (layout.isMixed() && failed(lowerList(op, layout)))
        result = failure();
    }
  // Nothing that an operation is made of depends on a native constraint, so
  // there is an order.
  if (!isSorted)
    sortTopologically(&body);
  return result;
}

/// Reports that `access` names a group of results that is not there.
static LogicalResult reportNoGroup(pdl::ResultsOp access, pdl::OperationOp op,
                                   size_t numGroups) {
  InFlightDiagnostic error =
      emitError(access.getLoc(), "the operation has ")
      << numGroups << (numGroups == 1 ? " group" : " groups")
      << " of results, so there is no group " << *access.getIndex();
  error.attachNote(op.getLoc()) << "the operation is here";
  return error;
}

/// Reports that several ranges stand beside each other.
static LogicalResult reportAmbiguous(pdl::OperationOp op, List list) {
  InFlightDiagnostic error = emitError(op.getLoc(), "cannot tell where one `")
                             << getRangeName(list) << "` among the "
                             << getListName(list) << " of ";
  if (std::optional<StringRef> name = op.getOpName())
    error << "`" << *name << "`";
  else
    error << "this operation";
  return error << " ends and the next one begins; write one `"
               << getRangeName(list) << "` for all " << getListName(list);
}

LogicalResult GroupLowering::lowerList(pdl::OperationOp op,
                                       const Layout &layout) {
  List list = layout.list;
  if (hasSegments(op, list)) {
    std::optional<size_t> numSegments = getNumSegments(op, list);
    if (numSegments && *numSegments != layout.getNumGroups())
      return emitError(op.getLoc(), "`")
             << *op.getOpName() << "` has " << *numSegments << " groups of "
             << getListName(list) << ", but there are " << layout.getNumGroups()
             << " here; write a `" << getSingleName(list) << "` or a `"
             << getRangeName(list) << "` for each group, or one `"
             << getRangeName(list) << "` for all";
    if (layout.getNumLeading() != 0)
      requireSingleSegments(op, layout);
    return success();
  }
  if (layout.isAmbiguous())
    return reportAmbiguous(op, list);
  if (!layout.endsInOnlyRange())
    return separate(op, layout);
  // Some operation of another name may have segments.
  if (!op.getOpName())
    requireRest(op, layout);
  return success();
}

/// The run time takes single operands from the front, whatever the segments.
void GroupLowering::requireSingleSegments(pdl::OperationOp op,
                                          const Layout &layout) {
  std::string name = "<pdll single segments of " + layout.getText() + ">";
  apply(pattern.getRewriter()->getPrevNode(), name, op.getOp(), Type(),
        HasSingleSegments{layout});
}

void GroupLowering::requireRest(pdl::OperationOp op, const Layout &layout) {
  std::string name = "<pdll rest of " + layout.getText() + ">";
  apply(pattern.getRewriter()->getPrevNode(), name,
        {op.getOp(), getEntries(op, layout.list).back()}, Type(),
        IsRest{layout});
}

static LogicalResult checkCanSeparate(pdl::OperationOp op,
                                      const Layout &layout) {
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

/// Gives `op` a list in which everything from the first range on is one range,
/// and gets the groups from that.
LogicalResult GroupLowering::separate(pdl::OperationOp op,
                                      const Layout &layout) {
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

  // The same entry may stand at several places.
  DenseMap<Value, Value> separated;
  for (size_t index = layout.getNumLeading(); index < entries.size(); ++index) {
    Value entry = entries[index];
    auto value = pdl::ValueType::get(op.getContext());
    Value group = createGroup(
        op, layout, index,
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

/// Puts `group` in the place of `entry`; gives what stands for the entry then.
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

/// Whether `value` of the match section is given by something else than a
/// group.
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

/// Puts `group` in the place of `old`, which is no longer in its list. Gives
/// what stands for `old` then.
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

Value GroupLowering::createGroup(pdl::OperationOp op, const Layout &layout,
                                 size_t index, Type type) {
  bool isRange = isa<pdl::RangeType>(type);
  std::string name = "<pdll group " + std::to_string(index) + " of " +
                     layout.getText() + (isRange ? " as range>" : ">");
  return apply(op, name, op.getOp(), type, GetGroup{layout, index, isRange});
}

Value GroupLowering::createTypeOf(pdl::OperationOp op, Value group) {
  Type type = pdl::TypeType::get(op.getContext());
  if (isa<pdl::RangeType>(group.getType()))
    return apply(group.getDefiningOp(), "pdll.types_of", group,
                 pdl::RangeType::get(type), getTypesOf);
  return apply(group.getDefiningOp(), "pdll.type_of", group, type, getTypeOf);
}

/// Applies a constraint behind `after`, and registers it under its name, which
/// says all that `function` depends on. Gives its result if it has one.
Value GroupLowering::apply(Operation *after, const Twine &name,
                           ValueRange arguments, Type result,
                           PDLConstraintFunction function) {
  std::string text = name.str();
  if (!patterns.getConstraintFunctions().contains(text))
    patterns.registerConstraintFunction(text, std::move(function));
  OpBuilder builder(after->getContext());
  builder.setInsertionPointAfter(after);
  auto call = pdl::ApplyNativeConstraintOp::create(
      builder, after->getLoc(), result ? TypeRange(result) : TypeRange(), text,
      arguments, /*isNegated=*/false);
  if (!result)
    return Value();
  // What needs the result may stand before it.
  isSorted = false;
  return call.getResults().front();
}

LogicalResult GroupLowering::lowerAccess(pdl::ResultsOp access) {
  std::optional<uint32_t> index = access.getIndex();
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  if (!index || !op)
    return success();
  if (hasSegments(op, List::Results)) {
    std::optional<size_t> numSegments = getNumSegments(op, List::Results);
    return numSegments && *index >= *numSegments
               ? reportNoGroup(access, op, *numSegments)
               : success();
  }

  Layout layout(op, List::Results);
  bool isMatched = op->getBlock() == &pattern.getBodyRegion().front();
  // What is not written is one range in a match, and nothing in a rewrite. What
  // the run time makes of that is as good as anything.
  bool isWritten = isMatched ? layout.isMixed() || layout.getNumRanges() == 0
                             : !layout.groups.empty();
  if (!isWritten)
    return success();
  if (*index >= layout.getNumGroups())
    return reportNoGroup(access, op, layout.getNumGroups());
  bool isSingle = isa<pdl::ValueType>(access.getType());
  if (isSingle && *index < layout.getNumLeading()) {
    OpBuilder builder(access);
    Value result = pdl::ResultOp::create(
        builder, access.getLoc(), access.getType(), access.getParent(), *index);
    access.replaceAllUsesWith(result);
    access.erase();
    return success();
  }
  if (op.getOpName() && layout.endsInOnlyRange() &&
      *index == layout.getNumLeading())
    return success();
  if (layout.isAmbiguous())
    return reportAmbiguous(op, List::Results);
  return isMatched ? separateResults(access, op, layout)
                   : emitError(access.getLoc(),
                               "cannot tell which results of the created `")
                         << *op.getOpName() << "` these are";
}

/// Gets the results from `op`, unless they are the way to it.
LogicalResult GroupLowering::separateResults(pdl::ResultsOp access,
                                             pdl::OperationOp op,
                                             const Layout &layout) {
  for (Operation *user : access->getUsers()) {
    if (!isa<pdl::OperationOp>(user) || user->getBlock() != op->getBlock())
      continue;
    InFlightDiagnostic error =
        emitError(user->getLoc(), "an operand here is a group of results whose "
                                  "place is not known, so what defines it "
                                  "cannot be matched");
    error.attachNote(op.getLoc()) << "the operation is here";
    return error;
  }
  Value group = createGroup(op, layout, *access.getIndex(), access.getType());
  access.replaceAllUsesWith(group);
  access.erase();
  return success();
}

LogicalResult pdll::lowerGroups(PDLPatternModule &patterns,
                                pdl::PatternOp pattern) {
  return GroupLowering(patterns, pattern).lower();
}
