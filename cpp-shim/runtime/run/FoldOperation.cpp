// Folding of single operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/FoldOperation.h"

#include "mlir/IR/Dialect.h"

using namespace mlir;
using namespace pdll;

Attribute pdll::getConstantValue(Operation *op) {
  SmallVector<OpFoldResult, 1> results;
  if (failed(op->fold(/*operands=*/{}, results)) || results.size() != 1)
    return nullptr;
  return dyn_cast<Attribute>(results.front());
}

/// The value of `operand` if it is a constant; else null.
static Attribute findConstant(Value operand, OperationKinds &kinds) {
  Operation *definition = operand.getDefiningOp();
  bool isConstant = definition &&
                    kinds.get(definition).has(OperationKind::IsConstant);
  return isConstant ? getConstantValue(definition) : Attribute();
}

/// Asks `op` what it folds to, as far as its operands are constants.
static LogicalResult fold(Operation *op, OperationKinds &kinds,
                          SmallVectorImpl<OpFoldResult> &results) {
  SmallVector<Attribute, 8> constants;
  for (Value operand : op->getOperands())
    constants.push_back(findConstant(operand, kinds));
  return op->fold(constants, results);
}

namespace {

/// What takes the place of the results of a folded operation.
struct Replacement {
  SmallVector<Value> values;
  /// The constants among them that were created.
  SmallVector<Operation *> constants;
};

} // namespace

/// Creates the constants among `results`. Returns whether the dialect can.
static bool materialize(Operation *op, ArrayRef<OpFoldResult> results,
                        RewriterBase &rewriter, Replacement &replacement) {
  for (auto [result, type] : llvm::zip_equal(results, op->getResultTypes())) {
    if (auto value = dyn_cast<Value>(result)) {
      replacement.values.push_back(value);
      continue;
    }
    Operation *constant = op->getDialect()->materializeConstant(
        rewriter, cast<Attribute>(result), type, op->getLoc());
    if (!constant)
      return false;
    replacement.constants.push_back(constant);
    replacement.values.push_back(constant->getResult(0));
  }
  return true;
}

/// Replaces `op` by what it folds to.
static FoldOutcome replace(Operation *op, ArrayRef<OpFoldResult> results,
                           RewriterBase &rewriter) {
  // A circle of uses may lead a fold back to the operation itself.
  bool isOwnResult = llvm::any_of(results, [&](OpFoldResult result) {
    auto value = dyn_cast<Value>(result);
    return value && value.getDefiningOp() == op;
  });
  if (isOwnResult || results.size() != op->getNumResults() || !op->getDialect())
    return FoldOutcome::None;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Replacement replacement;
  if (!materialize(op, results, rewriter, replacement)) {
    for (Operation *constant : replacement.constants)
      rewriter.eraseOp(constant);
    return FoldOutcome::None;
  }
  rewriter.replaceOp(op, replacement.values);
  return FoldOutcome::Replaced;
}

FoldOutcome pdll::foldOperation(Operation *op, OperationKinds &kinds,
                                RewriterBase &rewriter) {
  SmallVector<OpFoldResult, 1> results;
  if (failed(fold(op, kinds, results)))
    return FoldOutcome::None;
  return results.empty() ? FoldOutcome::InPlace
                         : replace(op, results, rewriter);
}
