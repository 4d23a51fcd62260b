// Groups of operands and results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Groups.h"
#include "ConstraintResults.h"
#include "Natives.h"
#include "Traits.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {

enum class List { Operands, Results };

/// How the operands, or the results, of an operation are divided.
struct Layout {
  explicit Layout(pdl::OperationOp op, List list);

  bool isMixed() const { return numRanges != 0 && isRange.size() > 1; }
  /// Whether a range, and nothing else, stands for all that follows the single
  /// ones.
  bool endsInOnlyRange() const { return numRanges == 1 && isRange.back(); }
  /// The length of each range when there are `total` operands or results.
  std::optional<size_t> getRangeSize(size_t total) const;
  /// A text that tells different layouts apart.
  std::string getText() const;

  List list;
  SmallVector<bool> isRange;
  size_t numRanges;
  /// The number of single groups before the first range.
  size_t numLeading;
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
    : list(list),
      isRange(llvm::map_to_vector(
          getEntries(op, list),
          [](Value entry) { return isa<pdl::RangeType>(entry.getType()); })),
      numRanges(llvm::count(isRange, true)),
      numLeading(llvm::find(isRange, true) - isRange.begin()),
      hasEqualRanges(op->hasAttr(list == List::Operands
                                     ? "pdll.equal_operand_ranges"
                                     : "pdll.equal_result_ranges")) {}

std::optional<size_t> Layout::getRangeSize(size_t total) const {
  size_t numSingle = isRange.size() - numRanges;
  if (total < numSingle || (total - numSingle) % numRanges != 0)
    return std::nullopt;
  return (total - numSingle) / numRanges;
}

std::string Layout::getText() const {
  std::string text = list == List::Operands ? "operands " : "results ";
  for (bool range : isRange)
    text += range ? '*' : '1';
  return text;
}

/// What of `total` values the group `index` is.
static std::optional<std::pair<size_t, size_t>>
getSlice(const Layout &layout, size_t index, size_t total) {
  std::optional<size_t> rangeSize = layout.getRangeSize(total);
  if (!rangeSize)
    return std::nullopt;
  auto getSize = [&](size_t group) {
    return layout.isRange[group] ? *rangeSize : 1;
  };
  size_t start = 0;
  for (size_t group = 0; group < index; ++group)
    start += getSize(group);
  return std::pair(start, getSize(index));
}

/// The argument is the operation.
static LogicalResult getGroup(const Layout &layout, size_t index, bool isRange,
                              PDLResultList &results,
                              ArrayRef<PDLValue> arguments) {
  // The run time may ask before it knows that the operation is there.
  if (!arguments[0])
    return failure();
  auto *op = arguments[0].cast<Operation *>();
  ValueRange values = layout.list == List::Operands
                          ? ValueRange(op->getOperands())
                          : ValueRange(op->getResults());
  auto slice = getSlice(layout, index, values.size());
  if (!slice)
    return failure();
  values = values.slice(slice->first, slice->second);
  if (isRange)
    results.push_back(values);
  else if (values.size() == 1)
    results.push_back(values.front());
  else
    return failure();
  return success();
}

/// Whether each of the first groups of the operation, which is the argument, is
/// a single operand or result.
static LogicalResult hasSingleSegments(const Layout &layout,
                                       ArrayRef<PDLValue> arguments) {
  if (!arguments[0])
    return failure();
  auto *op = arguments[0].cast<Operation *>();
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>(
      layout.list == List::Operands ? "operandSegmentSizes"
                                    : "resultSegmentSizes");
  return success(sizes &&
                 sizes.size() > static_cast<int64_t>(layout.numLeading) &&
                 llvm::all_of(sizes.asArrayRef().take_front(layout.numLeading),
                              [](int32_t size) { return size == 1; }));
}

/// Whether the range, which is the second argument, is all of the operation,
/// which is the first one, behind the first groups.
static LogicalResult isRest(const Layout &layout,
                            ArrayRef<PDLValue> arguments) {
  if (!arguments[0] || !arguments[1])
    return failure();
  auto *op = arguments[0].cast<Operation *>();
  if (layout.list == List::Operands)
    return success(arguments[1].cast<ValueRange>().size() + layout.numLeading ==
                   op->getNumOperands());
  return success(arguments[1].cast<TypeRange>().size() + layout.numLeading ==
                 op->getNumResults());
}

static std::optional<RegisteredOperationName> lookUp(pdl::OperationOp op) {
  return RegisteredOperationName::lookup(op.getOpName().value_or(""),
                                         op.getContext());
}

static bool hasSegments(pdl::OperationOp op, List list) {
  std::optional<RegisteredOperationName> name = lookUp(op);
  return name && (list == List::Operands ? hasOperandSegments(*name)
                                         : hasResultSegments(*name));
}

/// How many groups every operation of this name has. An operation without
/// operands and results tells, if it keeps their sizes as a property.
static std::optional<size_t> getNumSegments(pdl::OperationOp op, List list) {
  OperationState state(op.getLoc(), *lookUp(op));
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
    if (numSegments && *numSegments != layout.isRange.size())
      return emitError(op.getLoc(), "`")
             << *op.getOpName() << "` has " << *numSegments << " groups of "
             << getListName(list) << ", but there are " << layout.isRange.size()
             << " here; write a `" << getSingleName(list) << "` or a `"
             << getRangeName(list) << "` for each group, or one `"
             << getRangeName(list) << "` for all";
    if (layout.numLeading != 0)
      requireSingleSegments(op, layout);
    return success();
  }
  if (layout.numRanges > 1 && !layout.hasEqualRanges)
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
        [layout](PatternRewriter &, PDLResultList &,
                 ArrayRef<PDLValue> arguments) {
          return hasSingleSegments(layout, arguments);
        });
}

void GroupLowering::requireRest(pdl::OperationOp op, const Layout &layout) {
  std::string name = "<pdll rest of " + layout.getText() + ">";
  apply(pattern.getRewriter()->getPrevNode(), name,
        {op.getOp(), getEntries(op, layout.list).back()}, Type(),
        [layout](PatternRewriter &, PDLResultList &,
                 ArrayRef<PDLValue> arguments) {
          return isRest(layout, arguments);
        });
}

static LogicalResult checkCanSeparate(pdl::OperationOp op,
                                      const Layout &layout) {
  for (Value entry :
       getEntries(op, layout.list).drop_front(layout.numLeading)) {
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
  SmallVector<Value> list =
      llvm::to_vector(llvm::ArrayRef(entries).take_front(layout.numLeading));
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
  for (size_t index = layout.numLeading; index < entries.size(); ++index) {
    Value entry = entries[index];
    auto value = pdl::ValueType::get(op.getContext());
    Value group = createGroup(
        op, layout, index,
        layout.isRange[index] ? Type(pdl::RangeType::get(value)) : Type(value));
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
  return apply(op, name, op.getOp(), type,
               [layout, index, isRange](PatternRewriter &,
                                        PDLResultList &results,
                                        ArrayRef<PDLValue> arguments) {
                 return getGroup(layout, index, isRange, results, arguments);
               });
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
  bool isWritten = isMatched ? layout.isMixed() || layout.numRanges == 0
                             : !layout.isRange.empty();
  if (!isWritten)
    return success();
  if (*index >= layout.isRange.size())
    return reportNoGroup(access, op, layout.isRange.size());
  bool isSingle = isa<pdl::ValueType>(access.getType());
  if (isSingle && *index < layout.numLeading) {
    OpBuilder builder(access);
    Value result = pdl::ResultOp::create(
        builder, access.getLoc(), access.getType(), access.getParent(), *index);
    access.replaceAllUsesWith(result);
    access.erase();
    return success();
  }
  if (op.getOpName() && layout.endsInOnlyRange() && *index == layout.numLeading)
    return success();
  if (layout.numRanges > 1 && !layout.hasEqualRanges)
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
