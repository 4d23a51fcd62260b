// What the engine checks of attributes and ranges while patterns run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/RuntimeGuards.h"
#include "patterns/CurrentRun.h"

using namespace mlir;
using namespace pdll;

static LogicalResult verifyFit(RegisteredOperationName operation,
                               StringAttr name, Attribute attribute,
                               function_ref<InFlightDiagnostic()> emitError) {
  NamedAttrList attributes;
  attributes.append(name, attribute);
  return operation.verifyInherentAttrs(attributes, emitError);
}

bool pdll::fits(RegisteredOperationName operation, StringAttr name,
                Attribute attribute) {
  return succeeded(verifyFit(operation, name, attribute, [&] {
    // A match that fails is not an error.
    InFlightDiagnostic error = emitError(UnknownLoc::get(name.getContext()));
    error.abandon();
    return error;
  }));
}

Attribute pdll::getFitting(RegisteredOperationName operation, StringAttr name,
                           Attribute attribute, Location place) {
  auto emitUnfit = [&] {
    return emitError(
               place,
               "a native rewrite returns an attribute that does not fit `")
           << operation.getStringRef() << "`: ";
  };
  if (!attribute || succeeded(verifyFit(operation, name, attribute, emitUnfit)))
    return attribute;
  CurrentRun::failCurrent();
  return nullptr;
}

bool pdll::isBounded(size_t length, Location root, Location pattern) {
  constexpr size_t limit = 1 << 20;
  if (length <= limit)
    return true;
  InFlightDiagnostic error =
      emitError(root, "the patterns do not appear to stop growing this "
                      "operation: it has a range of ")
      << length << " elements";
  error.attachNote(pattern) << "this pattern makes it longer";
  CurrentRun::failCurrent(error);
  return false;
}
