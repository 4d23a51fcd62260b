// The groups in the lists of a `pdl.operation`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/OperationGroups.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

OperationGroups::OperationGroups(pdl::OperationOp op, List list)
    : hasEqualRanges(op->hasAttr(list == List::Operands
                                     ? PDLL_ATTR_EQUAL_OPERAND_RANGES
                                     : PDLL_ATTR_EQUAL_RESULT_RANGES)),
      hasSingleRanges(op->hasAttr(list == List::Operands
                                      ? PDLL_ATTR_SINGLE_OPERAND_RANGES
                                      : PDLL_ATTR_SINGLE_RESULT_RANGES)),
      hasSegments(pdll::hasSegments(op, list)) {
  for (Value entry : getEntries(op, list))
    groups += isa<pdl::RangeType>(entry.getType()) ? '*' : '1';
}

std::optional<OperationGroups>
OperationGroups::ofAccess(pdl::ResultsOp access) {
  if (auto text = access->getAttrOfType<StringAttr>(PDLL_ATTR_RESULT_GROUPS)) {
    OperationGroups groups;
    auto [division, layout] = splitResultGroups(text);
    groups.groups = layout.str();
    groups.hasEqualRanges = division == "equal";
    groups.hasSegments = division == "segments";
    return groups;
  }
  auto op = access.getParent().getDefiningOp<pdl::OperationOp>();
  if (!op || !saysResultGroups(op, access.getIndex()))
    return std::nullopt;
  return OperationGroups(op, List::Results);
}

std::pair<StringRef, StringRef> pdll::splitResultGroups(StringRef text) {
  size_t space = text.rfind(' ');
  if (space == StringRef::npos)
    return {"", text};
  return {text.take_front(space), text.drop_front(space + 1)};
}

OperandRange pdll::getEntries(pdl::OperationOp op, List list) {
  return list == List::Operands ? op.getOperandValues() : op.getTypeValues();
}

bool pdll::hasSegments(pdl::OperationOp op, List list) {
  return saysSegments(op, list) || hasRegisteredSegments(op, list);
}

bool pdll::saysSegments(pdl::OperationOp op, List list) {
  return op->hasAttr(list == List::Operands ? PDLL_ATTR_OPERAND_SEGMENTS
                                            : PDLL_ATTR_RESULT_SEGMENTS);
}

bool pdll::hasRegisteredSegments(pdl::OperationOp op, List list) {
  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  return name && (list == List::Operands ? hasOperandSegments(*name)
                                         : hasResultSegments(*name));
}

std::optional<size_t> pdll::getNumSegments(pdl::OperationOp op, List list) {
  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  if (!name)
    return std::nullopt;
  // An operation that keeps the sizes as a property has them even without
  // operands and results.
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

bool pdll::saysResultGroups(pdl::OperationOp op,
                            std::optional<uint32_t> index) {
  OperationGroups groups(op, List::Results);
  if (isa<pdl::PatternOp>(op->getParentOp()))
    return groups.isMixed() || groups.getNumRanges() == 0;
  // A range alone may be all groups of the definition.
  bool isOpen = groups.groups == "*" && index.value_or(0) != 0;
  return !groups.groups.empty() && !isOpen;
}

StringRef pdll::getListName(List list) {
  return list == List::Operands ? "operands" : "results";
}

StringRef pdll::getRangeName(List list) {
  return list == List::Operands ? "ValueRange" : "TypeRange";
}

StringRef pdll::getSingleName(List list) {
  return list == List::Operands ? "Value" : "Type";
}
