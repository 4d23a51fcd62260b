// What bodies of native functions can ask of values and operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/BuiltinAttributes.h"

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

void pdll::addValueFunctions(CodeFunctions &functions) {
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
  functions.add("isa<BlockArgument>",
                [](Value self) { return isa<BlockArgument>(self); });
  functions.add("isa<OpResult>",
                [](Value self) { return isa<OpResult>(self); });
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

void pdll::addOperationFunctions(CodeFunctions &functions) {
  addOperands(functions);
  OP_METHOD(hasOneUse);
  OP_METHOD(use_empty);
  OP_METHOD(getLoc);
  OP_METHOD(getParentOp);
  OP_METHOD(getAttrDictionary);
  OP_METHOD(getDiscardableAttrDictionary);
  functions.add("Operation.getOperation", [](Operation *op) { return op; });
  functions.add("Operation.getUsers", [](Operation *op) {
    return SmallVector<Operation *>(op->getUsers());
  });
  functions.add("Operation.getUses", [](Operation *op) {
    return SmallVector<Operation *>(op->getUsers());
  });
  functions.add("Operation.hasAttr", [](Operation *op, StringRef name) {
    return op->hasAttr(name);
  });
  functions.add("Operation.getAttr", [](Operation *op, StringRef name) {
    return op->getAttr(name);
  });
  functions.add("Operation.getName",
                [](Operation *op) { return op->getName().getIdentifier(); });
  functions.add("StringAttr.getStringRef",
                [](StringAttr self) { return self.getValue(); });
}
