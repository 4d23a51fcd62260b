// Numbers in attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Numbers.h"
#include "std/Function.h"
#include "std/Parts.h"

#include "mlir/IR/DialectInterface.h"

#include <array>
#include <atomic>
#include <cmath>

using namespace mlir;
using namespace pdll;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

static bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isSignlessInteger(1);
}

static unsigned getWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

APSInt pdll::getNumber(IntegerAttr attribute) {
  return APSInt(attribute.getValue(), isUnsigned(attribute.getType()));
}

std::optional<int64_t> pdll::getInt64(IntegerAttr attribute) {
  // Widths and sizes are of this type.
  auto type = dyn_cast<IntegerType>(attribute.getType());
  if (type && type.getWidth() == 64 && type.isSignless())
    return attribute.getValue().getSExtValue();
  return getNumber(attribute).tryExtValue();
}

IntegerAttr pdll::getIntegerAttr(Type type, const APSInt &number) {
  if (!type.isIntOrIndex())
    return {};
  unsigned width = getWidth(type);
  bool fits = isUnsigned(type)
                  ? !number.isNegative() && number.getActiveBits() <= width
              : number.isSigned() ? number.isSignedIntN(width)
                                  : number.getActiveBits() < width;
  if (!fits)
    return {};
  return IntegerAttr::get(type, number.extOrTrunc(width));
}

namespace {
/// The attributes of type i64 for small numbers, which widths and sizes are.
class SmallIntegers : public DialectInterface::Base<SmallIntegers> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SmallIntegers)

  SmallIntegers(Dialect *dialect) : Base(dialect) {}

  static bool isSmall(int64_t number) { return number >= 0 && number < count; }

  IntegerAttr get(IntegerType type, int64_t number) {
    std::atomic<const void *> &kept = attributes[number];
    if (const void *known = kept.load(std::memory_order_acquire))
      return cast<IntegerAttr>(Attribute::getFromOpaquePointer(known));
    auto attribute = IntegerAttr::get(type, number);
    kept.store(attribute.getAsOpaquePointer(), std::memory_order_release);
    return attribute;
  }

private:
  static constexpr int64_t count = 1024;
  std::array<std::atomic<const void *>, count> attributes = {};
};
} // namespace

void pdll::keepSmallIntegers(MLIRContext *context) {
  Dialect &builtin = IntegerType::get(context, 64).getDialect();
  if (!builtin.getRegisteredInterface<SmallIntegers>())
    builtin.addInterfaces<SmallIntegers>();
}

IntegerAttr pdll::getIntegerAttr(MLIRContext *context, int64_t number) {
  auto type = IntegerType::get(context, 64);
  if (SmallIntegers::isSmall(number))
    if (auto *small = type.getDialect().getRegisteredInterface<SmallIntegers>())
      return small->get(type, number);
  return IntegerAttr::get(type, number);
}

Attribute pdll::getScalar(Attribute attribute) {
  if (isa<IntegerAttr, FloatAttr>(attribute))
    return attribute;
  if (auto elements = dyn_cast<SplatElementsAttr>(attribute))
    return elements.getSplatValue<Attribute>();
  return {};
}

/// The value in a format that can represent the values of every other format.
static APFloat widen(FloatAttr attribute) {
  APFloat value = attribute.getValue();
  bool losesInfo;
  value.convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

bool pdll::isSameNumber(Attribute lhs, Attribute rhs) {
  auto left = dyn_cast<IntegerAttr>(lhs), right = dyn_cast<IntegerAttr>(rhs);
  // Most integers have the same type, and MLIR has each of them once.
  if (left && right)
    return left.getType() == right.getType()
               ? left == right
               : APSInt::isSameValue(getNumber(left), getNumber(right));
  if (isa<FloatAttr>(lhs) && isa<FloatAttr>(rhs))
    return widen(cast<FloatAttr>(lhs)).compare(widen(cast<FloatAttr>(rhs))) ==
           APFloat::cmpEqual;
  return lhs == rhs;
}

/// Adds an operation on integers of the same type. `compute` receives them in a
/// width that has room for every sum and product.
template <typename Compute>
static void addIntegerOperation(Natives &natives, StringRef name,
                                Compute compute) {
  addConstraint(natives, name,
                [compute](IntegerAttr lhs, IntegerAttr rhs) -> IntegerAttr {
                  Type type = lhs.getType();
                  if (rhs.getType() != type)
                    return {};
                  auto widen = [width = 2 * getWidth(type) + 2](APSInt number) {
                    return APSInt(number.extend(width), /*isUnsigned=*/false);
                  };
                  APSInt left = widen(getNumber(lhs));
                  APSInt right = widen(getNumber(rhs));
                  std::optional<APSInt> result = compute(left, right);
                  return result ? getIntegerAttr(type, *result) : IntegerAttr();
                });
}

static void addIntegerArithmetic(Natives &natives) {
  using Result = std::optional<APSInt>;
  using Number = const APSInt &;
  addIntegerOperation(natives, "AddIntegers",
                      [](Number a, Number b) -> Result { return a + b; });
  addIntegerOperation(natives, "SubIntegers",
                      [](Number a, Number b) -> Result { return a - b; });
  addIntegerOperation(natives, "MulIntegers",
                      [](Number a, Number b) -> Result { return a * b; });
  addIntegerOperation(natives, "DivIntegers", [](Number a, Number b) -> Result {
    if (b.isZero())
      return std::nullopt;
    return a / b;
  });
  addIntegerOperation(
      natives, "CeilDivIntegers", [](Number a, Number b) -> Result {
        if (b.isZero())
          return std::nullopt;
        return APSInt(llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP),
                      /*isUnsigned=*/false);
      });
  addIntegerOperation(natives, "RemIntegers", [](Number a, Number b) -> Result {
    if (b.isZero())
      return std::nullopt;
    return a % b;
  });
  addIntegerOperation(natives, "MinIntegers", [](Number a, Number b) -> Result {
    return a < b ? a : b;
  });
  addIntegerOperation(natives, "MaxIntegers", [](Number a, Number b) -> Result {
    return a < b ? b : a;
  });
}

static int compare(IntegerAttr lhs, IntegerAttr rhs) {
  return APSInt::compareValues(getNumber(lhs), getNumber(rhs));
}

static bool isPositive(const APSInt &number) {
  return !number.isNegative() && !number.isZero();
}

static void addIntegerQuestions(Natives &natives) {
  addConstraint(natives, "IsIntegerAttr", [](IntegerAttr) { return true; });
  addConstraint(natives, "IntegerEquals", [](IntegerAttr a, IntegerAttr b) {
    return compare(a, b) == 0;
  });
  addConstraint(natives, "IntegerLess",
                [](IntegerAttr a, IntegerAttr b) { return compare(a, b) < 0; });
  addConstraint(
      natives, "IntegerLessOrEqual",
      [](IntegerAttr a, IntegerAttr b) { return compare(a, b) <= 0; });
  addConstraint(natives, "IntegerInRange",
                [](IntegerAttr number, IntegerAttr min, IntegerAttr max) {
                  return compare(min, number) <= 0 && compare(number, max) <= 0;
                });
  addConstraint(
      natives, "IsMultipleOf", [](IntegerAttr number, IntegerAttr divisor) {
        APSInt left = getNumber(number), right = getNumber(divisor);
        unsigned width = std::max(left.getBitWidth(), right.getBitWidth()) + 1;
        APInt wide = right.extend(width);
        return !wide.isZero() && left.extend(width).srem(wide).isZero();
      });
  addConstraint(natives, "IsPowerOfTwo", [](IntegerAttr number) {
    APSInt value = getNumber(number);
    return isPositive(value) && value.isPowerOf2();
  });
  addConstraint(natives, "Log2", [](IntegerAttr number) -> IntegerAttr {
    APSInt value = getNumber(number);
    if (!isPositive(value) || !value.isPowerOf2())
      return {};
    return getIntegerAttr(number.getType(), APSInt::get(value.exactLogBase2()));
  });
  addConstraint(natives, "CastInteger", [](IntegerAttr number, Type type) {
    return getIntegerAttr(type, getNumber(number));
  });
}

/// Some formats lack NaN, the sign or zero. LLVM cannot compute in such a
/// format if the result would be what it lacks.
static bool isCompleteFormat(const llvm::fltSemantics &format) {
  return APFloat::semanticsHasNaN(format) &&
         APFloat::semanticsHasSignedRepr(format) &&
         APFloat::semanticsHasZero(format);
}

/// Adds an operation on floats of the same type.
template <typename Compute>
static void addFloatOperation(Natives &natives, StringRef name,
                              Compute compute) {
  addConstraint(natives, name,
                [compute](FloatAttr lhs, FloatAttr rhs) -> FloatAttr {
                  APFloat result = lhs.getValue();
                  if (lhs.getType() != rhs.getType() ||
                      !isCompleteFormat(result.getSemantics()))
                    return {};
                  compute(result, rhs.getValue());
                  return FloatAttr::get(lhs.getType(), result);
                });
}

static void addFloatArithmetic(Natives &natives) {
  constexpr auto rounding = APFloat::rmNearestTiesToEven;
  addFloatOperation(natives, "AddFloats",
                    [](APFloat &a, const APFloat &b) { a.add(b, rounding); });
  addFloatOperation(natives, "SubFloats", [](APFloat &a, const APFloat &b) {
    a.subtract(b, rounding);
  });
  addFloatOperation(natives, "MulFloats", [](APFloat &a, const APFloat &b) {
    a.multiply(b, rounding);
  });
  addFloatOperation(natives, "DivFloats", [](APFloat &a, const APFloat &b) {
    a.divide(b, rounding);
  });
  addFloatOperation(natives, "MinFloats", [](APFloat &a, const APFloat &b) {
    a = llvm::minimum(a, b);
  });
  addFloatOperation(natives, "MaxFloats", [](APFloat &a, const APFloat &b) {
    a = llvm::maximum(a, b);
  });
}

/// Adds an operation on the sign of a float, if it has one.
static void addSignOperation(Natives &natives, StringRef name,
                             void (*compute)(APFloat &)) {
  addConstraint(natives, name, [compute](FloatAttr number) -> FloatAttr {
    APFloat result = number.getValue();
    if (!APFloat::semanticsHasSignedRepr(result.getSemantics()))
      return {};
    compute(result);
    return FloatAttr::get(number.getType(), result);
  });
}

/// The square root, rounded to the nearest float. The root of a number is the
/// same by way of `double` if the number has at most half of the bits of a
/// `double` (Figueroa, "When is double rounding innocuous?", 1995).
static FloatAttr getSquareRoot(FloatAttr number) {
  const llvm::fltSemantics &format = number.getValue().getSemantics();
  const llvm::fltSemantics &wide = APFloat::IEEEdouble();
  bool isWide = &format == &wide;
  if (!isCompleteFormat(format) ||
      (!isWide && APFloat::semanticsPrecision(format) * 2 + 2 >
                      APFloat::semanticsPrecision(wide)))
    return {};
  APFloat value = number.getValue();
  bool losesInfo;
  value.convert(wide, APFloat::rmNearestTiesToEven, &losesInfo);
  if (losesInfo || value.isNaN() || (value.isNegative() && !value.isZero()))
    return {};
  APFloat root(std::sqrt(value.convertToDouble()));
  root.convert(format, APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(number.getType(), root);
}

static void addFloatFunctions(Natives &natives) {
  addSignOperation(natives, "NegateFloat", [](APFloat &a) { a.changeSign(); });
  addSignOperation(natives, "AbsFloat", [](APFloat &a) { a.clearSign(); });
  addConstraint(natives, "SqrtFloat", getSquareRoot);
}

static APFloat::cmpResult compare(FloatAttr lhs, FloatAttr rhs) {
  return widen(lhs).compare(widen(rhs));
}

static void addFloatQuestions(Natives &natives) {
  addConstraint(natives, "IsFloatAttr", [](FloatAttr) { return true; });
  addConstraint(natives, "FloatEquals", [](FloatAttr a, FloatAttr b) {
    return compare(a, b) == APFloat::cmpEqual;
  });
  addConstraint(natives, "FloatLess", [](FloatAttr a, FloatAttr b) {
    return compare(a, b) == APFloat::cmpLessThan;
  });
  addConstraint(natives, "FloatLessOrEqual", [](FloatAttr a, FloatAttr b) {
    APFloat::cmpResult result = compare(a, b);
    return result == APFloat::cmpLessThan || result == APFloat::cmpEqual;
  });
  addConstraint(natives, "IsFinite",
                [](FloatAttr number) { return number.getValue().isFinite(); });
  addConstraint(natives, "IsNaN",
                [](FloatAttr number) { return number.getValue().isNaN(); });
}

/// Whether LLVM can convert a number to a format, and the result of a number is
/// a number.
static bool isInRange(FloatAttr number, const llvm::fltSemantics &format) {
  if (isCompleteFormat(format))
    return true;
  APFloat value = widen(number);
  if (!value.isFinite() ||
      (value.isZero() && !APFloat::semanticsHasZero(format)) ||
      (value.isNegative() && !APFloat::semanticsHasSignedRepr(format)))
    return false;
  APFloat largest = APFloat::getLargest(format);
  bool losesInfo;
  largest.convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return abs(value).compare(largest) != APFloat::cmpGreaterThan;
}

/// The number in another type of floats. Returns null if the type cannot
/// represent it, or if `isExact` is set and the number would change.
static FloatAttr convert(FloatAttr number, FloatType floatType, bool isExact) {
  APFloat value = number.getValue();
  if (!isInRange(number, floatType.getFloatSemantics()))
    return {};
  bool losesInfo;
  value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  if (isExact && losesInfo)
    return {};
  return FloatAttr::get(floatType, value);
}

static FloatAttr convert(IntegerAttr number, FloatType type) {
  if (!isCompleteFormat(type.getFloatSemantics()))
    return {};
  APFloat value(type.getFloatSemantics());
  APSInt integer = getNumber(number);
  if (value.convertFromAPInt(integer, integer.isSigned(),
                             APFloat::rmNearestTiesToEven) != APFloat::opOK)
    return {};
  return FloatAttr::get(type, value);
}

static IntegerAttr convertToInteger(FloatAttr number, Type type) {
  // LLVM cannot convert to a number without bits.
  if (!type.isIntOrIndex() || getWidth(type) == 0)
    return {};
  APSInt integer(getWidth(type), isUnsigned(type));
  bool isExact;
  if (number.getValue().convertToInteger(integer, APFloat::rmTowardZero,
                                         &isExact) != APFloat::opOK ||
      !isExact)
    return {};
  return getIntegerAttr(type, integer);
}

Attribute pdll::castNumber(Attribute number, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return floatType ? Attribute(convert(integer, floatType))
                     : Attribute(getIntegerAttr(type, getNumber(integer)));
  auto real = dyn_cast<FloatAttr>(number);
  if (!real)
    return {};
  return floatType ? Attribute(convert(real, floatType, /*isExact=*/false))
                   : Attribute(convertToInteger(real, type));
}

static void addConversions(Natives &natives) {
  addConstraint(natives, "CastFloat", [](FloatAttr number, FloatType type) {
    return convert(number, type, /*isExact=*/true);
  });
  addConstraint(natives, "RoundFloat", [](FloatAttr number, FloatType type) {
    return convert(number, type, /*isExact=*/false);
  });
  addConstraint(
      natives, "IntegerToFloat",
      [](IntegerAttr number, FloatType type) { return convert(number, type); });
  addConstraint(natives, "FloatToInteger", convertToInteger);
}

static bool isNumber(Attribute attribute, int64_t number) {
  Attribute scalar = getScalar(attribute);
  if (auto integer = dyn_cast_if_present<IntegerAttr>(scalar))
    return APSInt::isSameValue(getNumber(integer), APSInt::get(number));
  if (auto real = dyn_cast_if_present<FloatAttr>(scalar))
    return widen(real).compare(APFloat(APFloat::IEEEquad(), number)) ==
           APFloat::cmpEqual;
  return false;
}

void pdll::addNumberFunctions(Natives &natives) {
  addConstraint(natives, "IsZero",
                [](Attribute number) { return isNumber(number, 0); });
  addConstraint(natives, "IsOne",
                [](Attribute number) { return isNumber(number, 1); });
  addIntegerArithmetic(natives);
  addIntegerQuestions(natives);
  addFloatArithmetic(natives);
  addFloatFunctions(natives);
  addFloatQuestions(natives);
  addConversions(natives);
}
