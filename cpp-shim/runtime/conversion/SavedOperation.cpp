// The state of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/SavedOperation.h"

using namespace mlir;
using namespace pdll;

void SavedOperation::PropertiesDeleter::operator()(void *properties) const {
  name.destroyOpProperties(OpaqueProperties(properties));
  operator delete(properties);
}

SavedOperation::SavedOperation(Operation *op)
    : op(op), attributes(op->getRawDictionaryAttrs()),
      operands(op->getOperands()), properties(nullptr, {op->getName()}) {
  OpaqueProperties current = op->getPropertiesStorage();
  if (!current)
    return;
  void *copy = operator new(op->getPropertiesStorageSize());
  op->getName().initOpProperties(OpaqueProperties(copy), current);
  properties.reset(copy);
}

void SavedOperation::restore() {
  if (properties) {
    op->setDiscardableAttrs(attributes);
    op->copyProperties(OpaqueProperties(properties.get()));
  } else {
    op->setAttrs(attributes);
  }
  op->setOperands(operands);
}
