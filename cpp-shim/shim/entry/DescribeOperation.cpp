// Tells Rust what a context knows about an operation name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"
#include "patterns/TypeInference.h"
#include "support/ImpliedRegions.h"
#include "support/Traits.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace pdll;

static PdllNumResults getResults(RegisteredOperationName name) {
  if (hasZeroResults(name))
    return PdllResultsNone;
  if (hasVariadicResults(name))
    return PdllResultsVariadic;
  return hasOneResult(name) ? PdllResultsOne : PdllResultsSeveral;
}

static void addFacts(RegisteredOperationName name, PdllOperationFacts &facts) {
  facts.isRegistered = true;
  // First, because traits ask the context of the name how types are spelled.
  facts.results = getResults(name);
  facts.infersResults = name.hasInterface<InferTypeOpInterface>();
  if (std::optional<unsigned> numOperands = getFixedNumOperands(name))
    facts.numOperands = *numOperands;
  facts.hasOperandSegments = hasOperandSegments(name);
  facts.hasResultSegments = hasResultSegments(name);
  facts.isPlain = hasZeroRegions(name) && hasZeroSuccessors(name);
}

PdllOperationFacts pdllGetOperationFacts(MlirContext cContext, PdllString cName,
                                         bool loadDialect) {
  MLIRContext *context = unwrap(cContext);
  StringRef name = toStringRef(cName);
  StringRef dialectName = name.split('.').first;
  Dialect *dialect = loadDialect ? context->getOrLoadDialect(dialectName)
                                 : context->getLoadedDialect(dialectName);
  PdllOperationFacts facts = {};
  facts.hasDialect = dialect;
  facts.numOperands = -1;
  if (auto registered = RegisteredOperationName::lookup(name, context))
    addFacts(*registered, facts);
  facts.isMissing = dialect && !facts.isRegistered &&
                    !dialect->allowsUnknownOperations();
  return facts;
}

PdllImpliedRegions pdllGetImpliedRegions(MlirContext context, PdllString name,
                                         PdllRegionCallback receive,
                                         void *userData) {
  OperationName operation(toStringRef(name), unwrap(context));
  auto implied = findImpliedRegions(operation);
  if (!implied)
    return {};
  if (!implied->isStructured)
    for (const char *end : implied->ends) {
      PdllString text = toPdllString(end ? end : "");
      receive(end ? &text : nullptr, userData);
    }
  return {implied->ends.size(), implied->isStructured, implied->numOperands};
}

PdllString pdllGetImpliedEnd(MlirContext context, PdllString name) {
  OperationName operation(toStringRef(name), unwrap(context));
  return toPdllString(findImpliedEnd(operation));
}

void pdllVisitAvailableDialects(MlirContext context, PdllTextCallback receive,
                                void *userData) {
  for (StringRef name : unwrap(context)->getAvailableDialects())
    receive(toPdllString(name), userData);
}

void pdllVisitOperations(MlirContext context, PdllString dialect,
                         PdllTextCallback receive, void *userData) {
  // MLIR's own list of a dialect is not complete: it is searched for in a list
  // that has another order.
  for (RegisteredOperationName name :
       unwrap(context)->getRegisteredOperations())
    if (name.getDialectNamespace() == toStringRef(dialect))
      receive(toPdllString(name.stripDialect()), userData);
}

bool pdllMayInferTypes(MlirLocation location, PdllString operation,
                       const MlirNamedAttribute *attributes,
                       size_t numAttributes, const MlirValue *operands,
                       size_t numOperands) {
  Location loc = unwrap(location);
  Creation creation{OperationName(toStringRef(operation), loc.getContext()),
                    loc,
                    {},
                    {},
                    nullptr,
                    {}};
  for (const MlirNamedAttribute &one : ArrayRef(attributes, numAttributes))
    creation.attributes.append(unwrap(one.name), unwrap(one.attribute));
  for (MlirValue operand : ArrayRef(operands, numOperands))
    creation.operands.push_back(unwrap(operand));
  return TypeInference().mayInfer(creation);
}

void pdllVisitAttributes(MlirContext context, PdllString operation,
                         PdllTextCallback receive, void *userData) {
  OperationName name(toStringRef(operation), unwrap(context));
  for (StringAttr attribute : name.getAttributeNames())
    receive(toPdllString(attribute.getValue()), userData);
}

bool pdllHasTrait(MlirOperation operation, PdllString trait) {
  return hasTraitNamed(unwrap(operation)->getName(), toStringRef(trait));
}
