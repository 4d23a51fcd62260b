// What bodies of native functions can ask of values and operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"
#include "std/ChangedAttribute.h"
#include "support/Traits.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace pdll;

#define METHOD(CLASS, NAME)                                                    \
  functions.add(#CLASS "." #NAME, [](CLASS self) { return self.NAME(); })
#define OP_METHOD(NAME)                                                        \
  functions.add("Operation." #NAME, [](Operation *op) { return op->NAME(); })
#define OP_LIST(NAME, ELEMENT)                                                 \
  functions.add("Operation." #NAME, [](Operation *op) {                        \
    return SmallVector<ELEMENT>(op->NAME());                                   \
  })

/// The operations that use a value, once for each use.
static SmallVector<Operation *> getUsers(Value used) {
  return SmallVector<Operation *>(used.getUsers());
}

static void addUses(CodeFunctions &functions) {
  METHOD(Value, getType);
  METHOD(Value, getLoc);
  METHOD(Value, hasOneUse);
  METHOD(Value, use_empty);
  METHOD(Value, getDefiningOp);
  functions.add("Value.getUsers", [](Value self) { return getUsers(self); });
  // Bodies can only count the uses.
  functions.add("Value.getUses", [](Value self) { return getUsers(self); });
  functions.add("ValueRange.getTypes", [](SmallVector<Value> values) {
    return SmallVector<Type>(ValueRange(values).getTypes());
  });
  functions.add("Value.hasNUses", [](Value self, unsigned count) {
    return self.hasNUses(count);
  });
  functions.add("Value.hasNUsesOrMore", [](Value self, unsigned count) {
    return self.hasNUsesOrMore(count);
  });
  functions.add("Value.isUsedOutsideOfBlock", [](Value self, Block *block) {
    return self.isUsedOutsideOfBlock(block);
  });
}

/// Methods of the two classes of values. A parameter that stands for a result of an
/// operation is any value here, so that it has those of results.
static void addValueClasses(CodeFunctions &functions) {
  functions.add("isa<BlockArgument>",
                [](Value self) { return isa<BlockArgument>(self); });
  functions.add("isa<OpResult>",
                [](Value self) { return isa<OpResult>(self); });
  functions.add("Value.getOwner", [](Value self) -> std::optional<Operation *> {
    Operation *op = self.getDefiningOp();
    return op ? std::optional(op) : std::nullopt;
  });
  functions.add("Value.getResultNumber",
                [](Value self) -> std::optional<unsigned> {
                  auto result = dyn_cast<OpResult>(self);
                  if (!result)
                    return std::nullopt;
                  return result.getResultNumber();
                });
  functions.add("BlockArgument.getOwner",
                [](BlockArgument self) { return self.getOwner(); });
  functions.add("BlockArgument.getArgNumber",
                [](BlockArgument self) { return self.getArgNumber(); });
}

/// The only result of an operation, if it has one.
static std::optional<Value> getOnlyResult(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  return op->getResult(0);
}

static void addOperands(CodeFunctions &functions) {
  OP_METHOD(getNumOperands);
  OP_METHOD(getNumResults);
  OP_METHOD(getNumRegions);
  OP_METHOD(getNumSuccessors);
  OP_LIST(getOperands, Value);
  OP_LIST(getResults, Value);
  OP_LIST(getOperandTypes, Type);
  OP_LIST(getResultTypes, Type);
  functions.add("Operation.getOperand",
                [](Operation *op, unsigned index) -> std::optional<Value> {
                  if (index >= op->getNumOperands())
                    return std::nullopt;
                  return op->getOperand(index);
                });
  functions.add("Operation.getResult",
                [](Operation *op, unsigned index) -> std::optional<Value> {
                  if (index >= op->getNumResults())
                    return std::nullopt;
                  return op->getResult(index);
                });
  functions.add("Operation.getResult",
                [](Operation *op) { return getOnlyResult(op); });
  functions.add("Operation.getType", [](Operation *op) -> std::optional<Type> {
    std::optional<Value> result = getOnlyResult(op);
    return result ? std::optional(result->getType()) : std::nullopt;
  });
}

/// The group of operands or results of that index. `groups` has a sign for each, as
/// the definition of the operation says, and `lengths` what tells their lengths.
static std::optional<SmallVector<Value>>
getGroup(Operation *op, bool areResults, StringRef groups, StringRef lengths,
         unsigned index) {
  SmallVector<Value> values = areResults
                                  ? SmallVector<Value>(op->getResults())
                                  : SmallVector<Value>(op->getOperands());
  SmallVector<size_t> sizes(groups.size(), 1);
  size_t numSingle = groups.count('1'), numOthers = groups.size() - numSingle;
  if (lengths == "segments") {
    auto segments = op->getAttrOfType<DenseI32ArrayAttr>(
        areResults ? "resultSegmentSizes" : "operandSegmentSizes");
    if (!segments || segments.size() != static_cast<int64_t>(groups.size()))
      return std::nullopt;
    llvm::copy(segments.asArrayRef(), sizes.begin());
  } else if (numOthers != 0) {
    size_t rest = values.size() - std::min(values.size(), numSingle);
    for (auto [size, sign] : llvm::zip_equal(sizes, groups))
      size = sign == '1' ? 1 : rest / numOthers;
  }
  auto sum = [&](size_t count) {
    return std::accumulate(sizes.begin(), sizes.begin() + count, size_t(0));
  };
  size_t start = sum(index), total = sum(sizes.size());
  if (total != values.size())
    return std::nullopt;
  return SmallVector<Value>(ArrayRef(values).slice(start, sizes[index]));
}

static void addGroups(CodeFunctions &functions) {
  functions.add("Operation group", getGroup);
  functions.add("Operation single group",
                [](Operation *op, bool areResults, StringRef groups,
                   StringRef lengths, unsigned index) -> std::optional<Value> {
                  auto group = getGroup(op, areResults, groups, lengths, index);
                  if (!group || group->size() != 1)
                    return std::nullopt;
                  return group->front();
                });
  functions.add("Operation optional group",
                [](Operation *op, bool areResults, StringRef groups,
                   StringRef lengths, unsigned index) -> std::optional<Value> {
                  auto group = getGroup(op, areResults, groups, lengths, index);
                  if (!group || group->size() > 1)
                    return std::nullopt;
                  return group->empty() ? Value() : group->front();
                });
}

static void addEffects(CodeFunctions &functions) {
  functions.add("isMemoryEffectFree",
                [](Operation *op) { return isMemoryEffectFree(op); });
  functions.add("isPure", [](Operation *op) { return isPure(op); });
  functions.add("isSpeculatable",
                [](Operation *op) { return isSpeculatable(op); });
  functions.add("isOpTriviallyDead",
                [](Operation *op) { return isOpTriviallyDead(op); });
  functions.add("wouldOpBeTriviallyDead",
                [](Operation *op) { return wouldOpBeTriviallyDead(op); });
}

/// What changes operations. Only rewrites can call it. As everywhere, operations that
/// are valid stay so.
static void addChanges(CodeFunctions &functions) {
  using Done = std::optional<Attribute>;
  functions.add("Operation.setAttr", [](PatternRewriter &rewriter,
                                        Operation *op, StringRef name,
                                        Attribute value) -> Done {
    auto attribute = rewriter.getStringAttr(name);
    return succeeded(changeAttr(rewriter, op, attribute, value)) ? Done(value)
                                                                 : std::nullopt;
  });
  functions.add("Operation.removeAttr", [](PatternRewriter &rewriter,
                                           Operation *op,
                                           StringRef name) -> Done {
    Attribute removed = op->getAttr(name);
    auto attribute = rewriter.getStringAttr(name);
    return succeeded(changeAttr(rewriter, op, attribute, {})) ? Done(removed)
                                                              : std::nullopt;
  });
}

void pdll::addValueFunctions(CodeFunctions &functions) {
  addUses(functions);
  addValueClasses(functions);
}

void pdll::addOperationFunctions(CodeFunctions &functions) {
  addOperands(functions);
  addGroups(functions);
  addEffects(functions);
  addChanges(functions);
  OP_METHOD(hasOneUse);
  OP_METHOD(use_empty);
  OP_METHOD(getLoc);
  OP_METHOD(getParentOp);
  OP_METHOD(getAttrDictionary);
  OP_METHOD(getDiscardableAttrDictionary);
  functions.add("Operation.getOperation", [](Operation *op) { return op; });
  // Bodies take the operation for each of its operands that is a use.
  functions.add("Operation.getOwner", [](Operation *op) { return op; });
  functions.add("Operation.getUsers", [](Operation *op) {
    return SmallVector<Operation *>(op->getUsers());
  });
  functions.add("Operation.getUses", [](Operation *op) {
    return SmallVector<Operation *>(op->getUsers());
  });
  functions.add("Operation.hasAttr", [](Operation *op, StringRef name) {
    return op->hasAttr(name);
  });
  // Names have no `mlir::`, which those of other namespaces may have had or not.
  functions.add("Operation.hasTrait",
                [](Operation *op, StringRef trait) -> std::optional<bool> {
                  OperationName name = op->getName();
                  if (hasTraitNamed(name, trait) ||
                      hasTraitNamed(name, ("mlir::" + trait).str()))
                    return true;
                  if (!canQueryTraits(op->getContext()))
                    return std::nullopt;
                  return false;
                });
  functions.add("Operation.getAttr", [](Operation *op, StringRef name) {
    return op->getAttr(name);
  });
  functions.add("Operation.getName",
                [](Operation *op) { return op->getName().getIdentifier(); });
  functions.add("StringAttr.getStringRef",
                [](StringAttr self) { return self.getValue(); });
}
