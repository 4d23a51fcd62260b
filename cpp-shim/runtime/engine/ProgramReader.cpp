// Access to the records of a portable program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/ProgramReader.h"
#include "support/Versions.h"

#include "mlir/CAPI/IR.h"

using namespace mlir;
using namespace pdll;

StringAttr ProgramReader::getAttributeName(uint32_t name) {
  StringAttr &known = bound.names[name];
  if (!known)
    known = StringAttr::get(context, getName(name));
  return known;
}

OperationName ProgramReader::getOperationName(uint32_t name) {
  const void *&known = bound.operationNames[name];
  if (!known)
    known = OperationName(getName(name), context).getAsOpaquePointer();
  return OperationName::getFromOpaquePointer(known);
}

Attribute ProgramReader::getAttribute(uint32_t constant) const {
  return unwrap(program.constants[constant].attribute);
}

LocationAttr ProgramReader::getPlace(uint32_t constant) const {
  return cast<LocationAttr>(getAttribute(constant));
}

Operation *ProgramReader::getPrototype(OperationName name,
                                       DictionaryAttr attributes) {
  Operation *&known = prototypes[{name, attributes}];
  if (!known) {
    known = Operation::create(UnknownLoc::get(context), name, TypeRange(),
                              ValueRange(), attributes, noProperties(),
                              BlockRange(), /*numRegions=*/0);
    bound.prototypes.emplace_back(known);
  }
  return known;
}

TypedRegister ProgramReader::readTyped(RecordReader &record) const {
  auto kind = static_cast<PdllKind>(record.read());
  return {kind, record.read()};
}

ArrayRef<TypedRegister> ProgramReader::readTypedList(RecordReader &record) {
  SmallVector<TypedRegister> list;
  for (uint32_t count = record.read(); count != 0; --count)
    list.push_back(readTyped(record));
  return keep<TypedRegister>(list);
}

ArrayRef<uint32_t> ProgramReader::readList(RecordReader &record) {
  SmallVector<uint32_t> list;
  for (uint32_t count = record.read(); count != 0; --count)
    list.push_back(record.read());
  return keep<uint32_t>(list);
}
