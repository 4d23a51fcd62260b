// Tells Rust what a context knows about an operation name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"
#include "support/Traits.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace pdll;

PdllOperationKind pdllDescribeOperation(MlirContext cContext, PdllString cName,
                                        bool loadDialect) {
  MLIRContext *context = unwrap(cContext);
  StringRef name = toStringRef(cName);
  StringRef dialectName = name.split('.').first;
  Dialect *dialect = loadDialect ? context->getOrLoadDialect(dialectName)
                                 : context->getLoadedDialect(dialectName);
  if (!dialect)
    return PdllOperationUnknown;

  std::optional<RegisteredOperationName> operation =
      RegisteredOperationName::lookup(name, context);
  if (!operation)
    return PdllOperationUnknown;
  if (operation->hasInterface<InferTypeOpInterface>())
    return PdllOperationInfersResults;
  return hasZeroResults(*operation) || hasVariadicResults(*operation)
             ? PdllOperationMayHaveNoResults
             : PdllOperationNeedsResultTypes;
}

PdllSegmentAttributes pdllGetSegments(MlirContext context, PdllString name) {
  std::optional<RegisteredOperationName> operation =
      RegisteredOperationName::lookup(toStringRef(name), unwrap(context));
  if (!operation)
    return {/*isKnown=*/false, /*ofOperands=*/false, /*ofResults=*/false};
  return {/*isKnown=*/true, hasOperandSegments(*operation),
          hasResultSegments(*operation)};
}

bool pdllHasOneResult(MlirContext context, PdllString name) {
  std::optional<RegisteredOperationName> operation =
      RegisteredOperationName::lookup(toStringRef(name), unwrap(context));
  return operation && hasOneResult(*operation);
}

bool pdllHasTrait(MlirOperation operation, PdllString trait) {
  return hasTraitNamed(unwrap(operation)->getName(), toStringRef(trait));
}
