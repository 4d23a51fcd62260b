// Checks of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/CreationCheck.h"
#include "check/KnownOperations.h"
#include "patterns/PatternParts.h"
#include "support/ImpliedRegions.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

static LogicalResult checkIsKnown(pdl::OperationOp op, StringRef name) {
  MLIRContext *context = op.getContext();
  StringRef dialectName = name.split('.').first;
  Dialect *dialect = context->getLoadedDialect(dialectName);
  if (!dialect && !context->allowsUnregisteredDialects())
    return emitError(op.getLoc(), "cannot create `")
           << name << "`: the dialect `" << dialectName
           << "` is not registered, and unregistered dialects are not allowed";
  if (!isUnknownToItsDialect(name, context))
    return success();
  InFlightDiagnostic error = emitError(op.getLoc(), "cannot create `");
  error << name << "`: the dialect `" << dialectName
        << "` has no such operation";
  suggestOperation(error, name, context);
  return error;
}

static LogicalResult checkNumRegions(pdl::OperationOp op,
                                     RegisteredOperationName name,
                                     size_t found) {
  std::optional<unsigned> expected = getFixedNumRegions(name);
  if (!expected || *expected == found)
    return success();
  return emitError(op.getLoc(), "cannot create `")
         << name << "`: it has " << *expected
         << (*expected == 1 ? " region" : " regions") << ", but " << found
         << (found == 1 ? " is" : " are") << " written";
}

/// An operation that needs successors, or regions that its definition does not
/// imply, may crash without.
static LogicalResult checkShape(pdl::OperationOp op,
                                RegisteredOperationName name) {
  if (!canQueryTraits(op.getContext()))
    return success();
  size_t numRegions = countGivenRegions(op);
  if (numRegions != 0 && failed(checkNumRegions(op, name, numRegions)))
    return failure();
  if (numRegions == 0 && !findImpliedRegions(name))
    return emitError(op.getLoc(), "cannot create `")
           << name
           << "`: its definition does not say what is in its regions; "
              "write them in a list of regions";
  if (!hasZeroSuccessors(name) && !hasVariadicSuccessors(name))
    return emitError(op.getLoc(), "cannot create `")
           << name << "`: only native rewrites can name its successors";
  return success();
}

/// Too few operands may crash the inference of the result types.
static LogicalResult checkNumOperands(pdl::OperationOp op,
                                      RegisteredOperationName name) {
  std::optional<unsigned> expected = findNumOperands(op, name);
  if (!expected)
    return success();
  return emitError(op.getLoc(), "cannot create `")
         << name << "`: it has " << *expected
         << (*expected == 1 ? " operand" : " operands") << ", but is given "
         << op.getOperandValues().size();
}

static LogicalResult checkAttributeNames(pdl::OperationOp op, StringRef name) {
  DenseSet<Attribute> seen;
  for (Attribute attributeName : op.getAttributeValueNames()) {
    StringRef text = cast<StringAttr>(attributeName).getValue();
    if (text.empty())
      return emitError(op.getLoc(), "an attribute of `")
             << name << "` has no name";
    if (!seen.insert(attributeName).second)
      return emitError(op.getLoc(), "`")
             << name << "` is given the attribute `" << text << "` twice";
  }
  return success();
}

/// An attribute of the wrong kind would lead to a null property. Only constants
/// can be checked here.
static LogicalResult checkAttributeValues(pdl::OperationOp op,
                                          RegisteredOperationName name) {
  NamedAttrList constants = getConstantAttributes(op);
  return name.verifyInherentAttrs(constants, [&] {
    return emitError(op.getLoc(), "cannot create `") << name << "`: ";
  });
}

LogicalResult pdll::checkCreatedOperation(pdl::OperationOp op) {
  StringRef name = op.getOpName().value_or("");
  if (failed(checkIsKnown(op, name)) || failed(checkAttributeNames(op, name)))
    return failure();
  std::optional<RegisteredOperationName> registered = getRegisteredName(op);
  if (!registered)
    return success();
  // When MLIR verified the pattern, the dialect may not have been loaded, and
  // might have inferred the result types.
  return success(succeeded(checkShape(op, *registered)) &&
                 succeeded(checkNumOperands(op, *registered)) &&
                 succeeded(checkAttributeValues(op, *registered)) &&
                 succeeded(op.verify()));
}
