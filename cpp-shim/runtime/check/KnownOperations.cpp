// What dialects know about the operations of patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/KnownOperations.h"
#include "support/Suggestion.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

bool pdll::isUnknownToItsDialect(StringRef name, MLIRContext *context) {
  Dialect *dialect = context->getLoadedDialect(name.split('.').first);
  return dialect && !dialect->allowsUnknownOperations() &&
         !RegisteredOperationName::lookup(name, context);
}

void pdll::suggestOperation(InFlightDiagnostic &message, StringRef name,
                            MLIRContext *context) {
  auto [dialect, own] = name.split('.');
  // A dialect name that is right must not make up for the rest.
  Suggestion suggestion(own);
  for (RegisteredOperationName known : context->getRegisteredOperations())
    if (known.getDialectNamespace() == dialect)
      suggestion.consider(known.stripDialect());
  if (!suggestion.get().empty())
    message << "; did you mean `" << dialect << "." << suggestion.get() << "`?";
}

std::optional<unsigned> pdll::findNumOperands(pdl::OperationOp op,
                                              RegisteredOperationName name) {
  OperandRange operands = op.getOperandValues();
  bool isCountable = llvm::all_of(operands, [](Value operand) {
    return isa<pdl::ValueType>(operand.getType());
  });
  std::optional<unsigned> expected = getFixedNumOperands(name);
  if (!isCountable || operands.size() == expected)
    return std::nullopt;
  return expected;
}

NamedAttrList pdll::getConstantAttributes(pdl::OperationOp op) {
  NamedAttrList constants;
  for (auto [name, value] :
       llvm::zip(op.getAttributeValueNames(), op.getAttributeValues())) {
    auto attribute = value.getDefiningOp<pdl::AttributeOp>();
    if (attribute && attribute.getValueAttr())
      constants.append(cast<StringAttr>(name), attribute.getValueAttr());
  }
  return constants;
}
