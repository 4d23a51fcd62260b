// Values of C++ expressions in bodies of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Value.h"

using namespace mlir;
using namespace pdll;

bool CodeValue::isPresent() const {
  if (auto *attribute = std::get_if<Attribute>(&value))
    return static_cast<bool>(*attribute);
  if (auto *type = std::get_if<Type>(&value))
    return static_cast<bool>(*type);
  if (auto *entity = std::get_if<Value>(&value))
    return static_cast<bool>(*entity);
  if (auto *op = std::get_if<Operation *>(&value))
    return *op;
  if (auto *block = std::get_if<Block *>(&value))
    return *block;
  if (auto *region = std::get_if<Region *>(&value))
    return *region;
  return !std::holds_alternative<NoCodeValue>(value);
}

bool CodeValue::operator==(const CodeValue &other) const {
  if (value.index() != other.value.index())
    return false;
  if (auto *number = std::get_if<APInt>(&value))
    // C++ does not define the comparison of integers with different widths.
    return number->getBitWidth() == other.get<APInt>().getBitWidth() &&
           *number == other.get<APInt>();
  if (auto *number = std::get_if<APFloat>(&value))
    return &number->getSemantics() == &other.get<APFloat>().getSemantics() &&
           *number == other.get<APFloat>();
  return value == other.value;
}
