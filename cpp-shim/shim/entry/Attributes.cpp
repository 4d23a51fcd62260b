// Tells Rust about attributes what the C API does not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"
#include "support/WarningName.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace pdll;

MlirType pdllAttributeGetType(MlirAttribute attribute) {
  auto typed = dyn_cast<TypedAttr>(unwrap(attribute));
  return wrap(typed ? typed.getType() : Type());
}

bool pdllAttributeFits(MlirAttribute cAttribute, PdllString operation,
                       PdllString cName) {
  Attribute attribute = unwrap(cAttribute);
  MLIRContext *context = attribute.getContext();
  std::optional<RegisteredOperationName> registered =
      RegisteredOperationName::lookup(toStringRef(operation), context);
  auto name = StringAttr::get(context, toStringRef(cName));
  if (!registered || !llvm::is_contained(registered->getAttributeNames(), name))
    return true;
  NamedAttrList attributes;
  attributes.append(name, attribute);
  return succeeded(registered->verifyInherentAttrs(attributes, [&] {
    // It is a question, and not an error.
    InFlightDiagnostic error = emitError(UnknownLoc::get(context));
    error.abandon();
    return error;
  }));
}

bool pdllVerifyInherentAttributes(PdllString operation,
                                  const MlirNamedAttribute *attributes,
                                  size_t numAttributes, PdllSeverity severity,
                                  PdllString name, PdllRemark message) {
  Location location = unwrap(message.location);
  std::optional<RegisteredOperationName> registered =
      RegisteredOperationName::lookup(toStringRef(operation),
                                      location.getContext());
  NamedAttrList list;
  for (const MlirNamedAttribute &one :
       llvm::ArrayRef(attributes, numAttributes))
    list.append(unwrap(one.name), unwrap(one.attribute));
  return succeeded(registered->verifyInherentAttrs(list, [&] {
    InFlightDiagnostic diagnostic =
        severity == PdllSeverityError
            ? emitError(location)
            : emitNamedWarning(location, toStringRef(name));
    diagnostic << toStringRef(message.text);
    return diagnostic;
  }));
}
