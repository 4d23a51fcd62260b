// The arithmetic of C++.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Integers.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace pdll;

int64_t pdll::wrapInteger(int64_t value, PdllIntegerType type) {
  if (type.bits == 64)
    return value;
  uint64_t low = static_cast<uint64_t>(value) &
                 llvm::maskTrailingOnes<uint64_t>(type.bits);
  return type.isSigned ? llvm::SignExtend64(low, type.bits)
                       : static_cast<int64_t>(low);
}

double pdll::toReal(int64_t value, PdllIntegerType type, bool isSingle) {
  auto number = static_cast<uint64_t>(value);
  // A number that becomes a `double` first may be rounded twice.
  if (isSingle)
    return type.isSigned ? static_cast<float>(value)
                         : static_cast<float>(number);
  return type.isSigned ? static_cast<double>(value)
                       : static_cast<double>(number);
}

static std::optional<int64_t> divide(bool isRemainder, PdllIntegerType type,
                                     int64_t left, int64_t right) {
  if (right == 0)
    return std::nullopt;
  if (!type.isSigned) {
    auto dividend = static_cast<uint64_t>(left);
    auto divisor = static_cast<uint64_t>(right);
    return isRemainder ? dividend % divisor : dividend / divisor;
  }
  if (right == -1 && left == llvm::minIntN(type.bits))
    return std::nullopt;
  return isRemainder ? left % right : left / right;
}

/// The result before it is wrapped to its type. Signed integers wrap, too, as
/// they do in compiled code.
static std::optional<int64_t> computeWide(PdllBodyOperator operation,
                                          PdllIntegerType type, int64_t left,
                                          int64_t right) {
  auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
  switch (operation) {
  case PdllBodyAdd:
    return a + b;
  case PdllBodySubtract:
    return a - b;
  case PdllBodyMultiply:
    return a * b;
  case PdllBodyDivide:
    return divide(/*isRemainder=*/false, type, left, right);
  case PdllBodyRemainder:
    return divide(/*isRemainder=*/true, type, left, right);
  case PdllBodyBitAnd:
    return a & b;
  case PdllBodyBitOr:
    return a | b;
  case PdllBodyBitXor:
    return a ^ b;
  case PdllBodyShiftLeft:
    if (b >= type.bits)
      return std::nullopt;
    return a << b;
  case PdllBodyShiftRight:
    if (b >= type.bits)
      return std::nullopt;
    return type.isSigned ? left >> b : static_cast<int64_t>(a >> b);
  }
  llvm_unreachable("all operators are covered");
}

std::optional<int64_t> pdll::computeInteger(PdllBodyOperator operation,
                                            PdllIntegerType type, int64_t left,
                                            int64_t right) {
  std::optional<int64_t> result = computeWide(operation, type, left, right);
  return result ? std::optional(wrapInteger(*result, type)) : std::nullopt;
}

double pdll::computeReal(PdllBodyOperator operation, double left,
                         double right) {
  switch (operation) {
  case PdllBodyAdd:
    return left + right;
  case PdllBodySubtract:
    return left - right;
  case PdllBodyMultiply:
    return left * right;
  case PdllBodyDivide:
    return left / right;
  default:
    llvm_unreachable("C++ has no other operators for these numbers");
  }
}
