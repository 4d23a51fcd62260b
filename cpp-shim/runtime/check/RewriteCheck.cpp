// Checks of the rewrite section of a pattern.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/RewriteCheck.h"
#include "check/CreationCheck.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Goes through a rewrite section in the order of its execution.
class RewriteChecker {
public:
  RewriteChecker(pdl::RewriteOp rewrite, RunsIn runsIn)
      : rewrite(rewrite), runsIn(runsIn) {}

  LogicalResult check();

private:
  LogicalResult checkOperands(Operation *op);
  LogicalResult checkCreation(pdl::OperationOp op);
  LogicalResult checkReplacement(pdl::ReplaceOp op);
  LogicalResult checkResult(pdl::ResultOp op);
  LogicalResult checkRange(pdl::RangeOp op);
  LogicalResult checkHasResults(Operation *user, pdl::OperationOp op);
  bool takesTypesOfReplaced(pdl::OperationOp op) const;

  pdl::RewriteOp rewrite;
  RunsIn runsIn;
  /// The operations that are gone.
  SmallVector<Value> erased;
  /// Types without a value, until a created operation determines them.
  DenseSet<Value> openTypes;
  /// Created operations that get no results because they have no types.
  DenseSet<Operation *> withoutResults;
  /// The numbers of elements of the ranges, with those of the ranges in them.
  DenseMap<Operation *, size_t> sizes;
};

} // namespace

/// The operation that `value` is, or that it is a result of. A native function
/// may have made it.
static Value getAnyOperation(Value value) {
  Operation *definition = value.getDefiningOp();
  if (isa<pdl::ResultOp, pdl::ResultsOp>(definition))
    value = definition->getOperand(0);
  return isa<pdl::OperationType>(value.getType()) ? value : Value();
}

/// The same, or null if a native function made the operation.
static pdl::OperationOp getOperation(Value value) {
  Value operation = getAnyOperation(value);
  return operation ? operation.getDefiningOp<pdl::OperationOp>()
                   : pdl::OperationOp();
}

/// Whether a pattern is a rule of a `.td` file.
static bool isRule(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  return place && place.getFilename().getValue().ends_with(".td");
}

static InFlightDiagnostic emitCannotInfer(Operation *at, pdl::OperationOp op) {
  return emitError(at->getLoc(), "cannot infer the result types of `")
         << *op.getOpName() << "`; write them with `"
         << (isRule(at->getLoc()) ? "(returnType ...)" : "-> (...)") << "`";
}

/// Whether the dialect of `op` is not registered here.
static bool hasUnknownDialect(pdl::OperationOp op) {
  StringRef dialect = op.getOpName().value_or("").split('.').first;
  return !op.getContext()->getLoadedDialect(dialect);
}

LogicalResult RewriteChecker::check() {
  for (Operation &op : *rewrite.getBody()) {
    if (failed(checkOperands(&op)))
      return failure();
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](pdl::OperationOp op) { return checkCreation(op); })
            .Case([&](pdl::ReplaceOp op) { return checkReplacement(op); })
            .Case([&](pdl::ResultOp op) { return checkResult(op); })
            .Case([&](pdl::ResultsOp op) {
              return checkHasResults(op, getOperation(op.getParent()));
            })
            .Case([&](pdl::RangeOp op) { return checkRange(op); })
            .Case([&](pdl::EraseOp op) {
              erased.push_back(op.getOpValue());
              return success();
            })
            .Case([&](pdl::TypeOp op) {
              if (!op.getConstantTypeAttr())
                openTypes.insert(op.getResult());
              return success();
            })
            .Case([&](pdl::TypesOp op) {
              if (!op.getConstantTypesAttr())
                openTypes.insert(op.getResult());
              return success();
            })
            .Default(success());
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult RewriteChecker::checkOperands(Operation *op) {
  for (Value operand : op->getOperands()) {
    Value operation = getAnyOperation(operand);
    if (operation && llvm::is_contained(erased, operation)) {
      InFlightDiagnostic error = emitError(
          op->getLoc(), "this uses an operation that has been erased or "
                        "replaced before");
      error.attachNote(operation.getLoc()) << "the operation is here";
      return error;
    }
    // A created operation can determine its own result types.
    if (openTypes.contains(operand) && !isa<pdl::OperationOp>(op)) {
      InFlightDiagnostic error =
          emitError(op->getLoc(), "this uses an unknown type");
      error.attachNote(operand.getLoc()) << "the type is here";
      return error;
    }
  }
  return success();
}

/// Whether a matched type is the type of attributes only. An attribute may have
/// no type.
static bool isOfAttributesOnly(Value type, Block *rewriteBody) {
  Operation *definition = type.getDefiningOp();
  bool isConstant = definition->hasAttr("constantType") ||
                    definition->hasAttr("constantTypes");
  if (!isa<pdl::TypeOp, pdl::TypesOp>(definition) || isConstant ||
      definition->getBlock() == rewriteBody)
    return false;
  return llvm::none_of(type.getUsers(), [&](Operation *user) {
    return user->getBlock() != rewriteBody &&
           isa<pdl::OperandOp, pdl::OperandsOp, pdl::OperationOp>(user);
  });
}

/// Checks that none of `types` can be missing. The message begins with `what`.
static LogicalResult checkTypesExist(Operation *op, StringRef what,
                                     OperandRange types) {
  for (Value type : types)
    if (isOfAttributesOnly(type, op->getBlock())) {
      InFlightDiagnostic error =
          emitError(op->getLoc(), what)
          << " is the type of an attribute only, which may have none";
      error.attachNote(type.getLoc()) << "the type is here";
      return error;
    }
  return success();
}

LogicalResult RewriteChecker::checkCreation(pdl::OperationOp op) {
  if (failed(checkCreatedOperation(op)))
    return failure();

  OperandRange types = op.getTypeValues();
  if (failed(checkTypesExist(op, "a result type of this operation", types)))
    return failure();
  auto isOpen = [&](Value type) { return openTypes.contains(type); };
  bool hasOpenType = llvm::any_of(types, isOpen);
  if (!types.empty() && !hasOpenType)
    return success();

  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  bool infers = name ? name->hasInterface<InferTypeOpInterface>()
                     : runsIn == RunsIn::OtherProgram && hasUnknownDialect(op);
  if (infers || takesTypesOfReplaced(op)) {
    for (Value type : types)
      openTypes.erase(type);
    return success();
  }
  if (hasOpenType)
    return emitCannotInfer(op, op);
  withoutResults.insert(op);
  return success();
}

/// Whether `op` takes its result types from an operation that it replaces.
bool RewriteChecker::takesTypesOfReplaced(pdl::OperationOp op) const {
  return llvm::any_of(op->getUses(), [&](OpOperand &use) {
    auto replace = dyn_cast<pdl::ReplaceOp>(use.getOwner());
    if (!replace || use.get() != replace.getReplOperation() ||
        use.getOperandNumber() == 0)
      return false;
    Operation *replaced = replace.getOpValue().getDefiningOp();
    return replaced->getBlock() != op->getBlock() ||
           replaced->isBeforeInBlock(op);
  });
}

LogicalResult RewriteChecker::checkReplacement(pdl::ReplaceOp op) {
  Value replaced = op.getOpValue();
  for (Value value : op->getOperands().drop_front())
    if (getAnyOperation(value) == replaced)
      return emitError(op.getLoc(),
                       "this replaces an operation with its own results");
  if (Value replacement = op.getReplOperation())
    if (failed(checkHasResults(op, getOperation(replacement))))
      return failure();
  erased.push_back(replaced);
  return success();
}

LogicalResult RewriteChecker::checkResult(pdl::ResultOp op) {
  pdl::OperationOp parent = getOperation(op.getParent());
  // Nothing is known of an operation that a native function made.
  if (!parent)
    return success();
  if (failed(checkHasResults(op, parent)))
    return failure();

  std::optional<size_t> numResults;
  OperandRange types = parent.getTypeValues();
  bool isCountable = llvm::all_of(
      types, [](Value type) { return isa<pdl::TypeType>(type.getType()); });
  std::optional<RegisteredOperationName> name = getRegisteredName(parent);
  if (!types.empty() && isCountable)
    numResults = types.size();
  else if (name && hasOneResult(*name))
    numResults = 1;
  else if (name && hasZeroResults(*name))
    numResults = 0;
  if (!numResults || op.getIndex() < *numResults)
    return success();
  return emitError(op.getLoc(), "the operation has ")
         << *numResults << (*numResults == 1 ? " result" : " results")
         << ", so there is no result " << op.getIndex();
}

/// A range of ranges may double the elements in each of many levels. No
/// operation has as many as are refused here.
LogicalResult RewriteChecker::checkRange(pdl::RangeOp op) {
  constexpr size_t maxElements = UINT16_MAX;
  size_t size = 1;
  for (Value element : op.getArguments()) {
    auto range = element.getDefiningOp<pdl::RangeOp>();
    size += range ? sizes.lookup(range) : 1;
  }
  if (size > maxElements)
    return emitError(op->getLoc(), "this range has more than ")
           << maxElements << " elements";
  sizes[op] = size;
  return checkTypesExist(op, "an element of this range", op.getArguments());
}

LogicalResult RewriteChecker::checkHasResults(Operation *user,
                                              pdl::OperationOp op) {
  if (!withoutResults.contains(op))
    return success();
  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  if (name && hasZeroResults(*name))
    return isa<pdl::ResultOp>(user) ? emitError(user->getLoc(), "`")
                                          << *op.getOpName()
                                          << "` has no results"
                                    : success();
  return emitCannotInfer(op, op);
}

LogicalResult pdll::checkRewrite(pdl::RewriteOp rewrite, RunsIn runsIn) {
  return RewriteChecker(rewrite, runsIn).check();
}
