// Numbers in attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Numbers.h"
#include "std/FloatFormats.h"
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
  // LLVM does not compute with numbers without bits.
  if (getWidth(attribute.getType()) == 0)
    return APSInt(APInt(1, 0), /*isUnsigned=*/true);
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
  if (width == 0)
    return number.isZero() ? IntegerAttr::get(type, APInt::getZeroWidth())
                           : IntegerAttr();
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

bool pdll::isSameNumber(Attribute lhs, Attribute rhs) {
  auto left = dyn_cast<IntegerAttr>(lhs), right = dyn_cast<IntegerAttr>(rhs);
  // Most integers have the same type, and MLIR has each of them once.
  if (left && right)
    return left.getType() == right.getType()
               ? left == right
               : APSInt::isSameValue(getNumber(left), getNumber(right));
  auto a = dyn_cast<FloatAttr>(lhs), b = dyn_cast<FloatAttr>(rhs);
  if (a && b && a.getType() != b.getType())
    return !a.getValue().isNaN() &&
           widen(a.getValue()).bitwiseIsEqual(widen(b.getValue()));
  return lhs == rhs;
}

static bool isPlain(Type type) { return type.isSignlessInteger(64); }

bool pdll::isPlainNumber(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer && isPlain(integer.getType());
}

/// The type of the result of a function of two integers, or null if there is
/// none.
static Type getCommonType(Type lhs, Type rhs) {
  if (lhs == rhs || isPlain(rhs))
    return lhs;
  return isPlain(lhs) ? rhs : Type();
}

/// The result of `compute` as an integer of the type of both arguments.
/// `compute` receives them in a width that has room for every sum and product.
template <typename Compute>
static IntegerAttr computeIntegers(IntegerAttr lhs, IntegerAttr rhs,
                                   Compute compute) {
  Type type = getCommonType(lhs.getType(), rhs.getType());
  if (!type)
    return {};
  APSInt left = getNumber(lhs), right = getNumber(rhs);
  unsigned width = left.getBitWidth() + right.getBitWidth() + 2;
  auto widen = [width](const APSInt &number) {
    return APSInt(number.extend(width), /*isUnsigned=*/false);
  };
  std::optional<APSInt> result = compute(widen(left), widen(right));
  return result ? getIntegerAttr(type, *result) : IntegerAttr();
}

using Result = std::optional<APSInt>;
using Number = const APSInt &;

IntegerAttr pdll::addIntegers(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs,
                         [](Number a, Number b) -> Result { return a + b; });
}

IntegerAttr pdll::subtractIntegers(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs,
                         [](Number a, Number b) -> Result { return a - b; });
}

IntegerAttr pdll::multiplyIntegers(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs,
                         [](Number a, Number b) -> Result { return a * b; });
}

IntegerAttr pdll::divideIntegers(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs, [](Number a, Number b) -> Result {
    return b.isZero() ? std::nullopt : Result(a / b);
  });
}

IntegerAttr pdll::getRemainder(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs, [](Number a, Number b) -> Result {
    return b.isZero() ? std::nullopt : Result(a % b);
  });
}

static IntegerAttr divideRoundingUp(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs, [](Number a, Number b) -> Result {
    if (b.isZero())
      return std::nullopt;
    return APSInt(llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP),
                  /*isUnsigned=*/false);
  });
}

static IntegerAttr getMinimum(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs, [](Number a, Number b) -> Result {
    return a < b ? a : b;
  });
}

static IntegerAttr getMaximum(IntegerAttr lhs, IntegerAttr rhs) {
  return computeIntegers(lhs, rhs, [](Number a, Number b) -> Result {
    return a < b ? b : a;
  });
}

/// A splat of that type with a result of `compute`, which may be null, as its
/// elements.
static Attribute makeSplat(ShapedType type, Attribute element) {
  auto typed = dyn_cast_if_present<TypedAttr>(element);
  if (!typed || typed.getType() != type.getElementType())
    return {};
  return DenseElementsAttr::get(type, ArrayRef<Attribute>(element));
}

/// The result of `compute` for two numbers, or element by element for two splats
/// of the same type, or for a splat and a number.
template <typename Compute>
static Attribute computeElements(Attribute lhs, Attribute rhs,
                                 Compute compute) {
  auto left = dyn_cast<SplatElementsAttr>(lhs);
  auto right = dyn_cast<SplatElementsAttr>(rhs);
  if (!left && !right)
    return compute(lhs, rhs);
  if (left && right && left.getType() != right.getType())
    return {};
  Attribute a = getScalar(lhs), b = getScalar(rhs);
  return a && b ? makeSplat((left ? left : right).getType(), compute(a, b))
                : Attribute();
}

using Compute = IntegerAttr(IntegerAttr, IntegerAttr);

static void addIntegerOperation(Natives &natives, StringRef name,
                                Compute *compute) {
  addConstraint(
      natives, name, [compute](Attribute lhs, Attribute rhs) -> Attribute {
        return computeElements(
            lhs, rhs, [compute](Attribute a, Attribute b) -> Attribute {
              auto left = dyn_cast<IntegerAttr>(a);
              auto right = dyn_cast<IntegerAttr>(b);
              return left && right ? compute(left, right) : IntegerAttr();
            });
      });
}

static void addIntegerArithmetic(Natives &natives) {
  addIntegerOperation(natives, "AddIntegers", addIntegers);
  addIntegerOperation(natives, "SubIntegers", subtractIntegers);
  addIntegerOperation(natives, "MulIntegers", multiplyIntegers);
  addIntegerOperation(natives, "DivIntegers", divideIntegers);
  addIntegerOperation(natives, "CeilDivIntegers", divideRoundingUp);
  addIntegerOperation(natives, "RemIntegers", getRemainder);
  addIntegerOperation(natives, "MinIntegers", getMinimum);
  addIntegerOperation(natives, "MaxIntegers", getMaximum);
}

int pdll::compareIntegers(IntegerAttr lhs, IntegerAttr rhs) {
  return APSInt::compareValues(getNumber(lhs), getNumber(rhs));
}

bool pdll::isInRange(IntegerAttr number, IntegerAttr min, IntegerAttr max) {
  return compareIntegers(min, number) <= 0 && compareIntegers(number, max) <= 0;
}

bool pdll::isMultiple(IntegerAttr number, IntegerAttr divisor) {
  APSInt left = getNumber(number), right = getNumber(divisor);
  unsigned width = std::max(left.getBitWidth(), right.getBitWidth()) + 1;
  APInt wide = right.extend(width);
  return !wide.isZero() && left.extend(width).srem(wide).isZero();
}

static bool isPositive(const APSInt &number) {
  return !number.isNegative() && !number.isZero();
}

static void addIntegerQuestions(Natives &natives) {
  addConstraint(natives, "IsIntegerAttr", [](IntegerAttr) { return true; });
  addConstraint(natives, "IntegerEquals", [](IntegerAttr a, IntegerAttr b) {
    return compareIntegers(a, b) == 0;
  });
  addConstraint(natives, "IntegerLess", [](IntegerAttr a, IntegerAttr b) {
    return compareIntegers(a, b) < 0;
  });
  addConstraint(
      natives, "IntegerLessOrEqual",
      [](IntegerAttr a, IntegerAttr b) { return compareIntegers(a, b) <= 0; });
  addConstraint(
      natives, "IntegerInRange",
      [](IntegerAttr number, IntegerAttr min, IntegerAttr max) {
        return isInRange(number, min, max);
      });
  addConstraint(natives, "IsMultipleOf", isMultiple);
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

static FloatAttr convert(IntegerAttr number, FloatType type);

/// The argument of a function of two floats. A plain number stands for the
/// float of the type of the `other` argument.
static FloatAttr getFloat(Attribute number, Attribute other) {
  auto real = dyn_cast<FloatAttr>(other);
  if (!isPlainNumber(number) || !real)
    return dyn_cast<FloatAttr>(number);
  return convert(cast<IntegerAttr>(number), cast<FloatType>(real.getType()));
}

/// Adds a function of two floats of the same type.
template <typename Compute>
static void addFloatChoice(Natives &natives, StringRef name, Compute compute) {
  auto computeFloats = [compute](Attribute lhs, Attribute rhs) -> Attribute {
    FloatAttr a = getFloat(lhs, rhs), b = getFloat(rhs, lhs);
    if (!a || !b || a.getType() != b.getType())
      return {};
    APFloat result = a.getValue();
    if (!compute(result, b.getValue()))
      return {};
    return FloatAttr::get(a.getType(), result);
  };
  addConstraint(natives, name,
                [computeFloats](Attribute lhs, Attribute rhs) -> Attribute {
                  return computeElements(lhs, rhs, computeFloats);
                });
}

/// Adds an operation on floats of the same type.
template <typename Compute>
static void addFloatOperation(Natives &natives, StringRef name,
                              Compute compute) {
  addFloatChoice(natives, name, [compute](APFloat &a, const APFloat &b) {
    if (!isCompleteFormat(a.getSemantics()))
      return false;
    compute(a, b);
    return true;
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
  addFloatChoice(natives, "MinFloats", [](APFloat &a, const APFloat &b) {
    a = llvm::minimum(a, b);
    return true;
  });
  addFloatChoice(natives, "MaxFloats", [](APFloat &a, const APFloat &b) {
    a = llvm::maximum(a, b);
    return true;
  });
}

/// Adds a function of a float, or of the elements of a splat.
template <typename Compute>
static void addFloatFunction(Natives &natives, StringRef name,
                             Compute compute) {
  addConstraint(natives, name, [compute](Attribute number) -> Attribute {
    auto real = dyn_cast_if_present<FloatAttr>(getScalar(number));
    if (!real)
      return {};
    FloatAttr result = compute(real);
    auto splat = dyn_cast<SplatElementsAttr>(number);
    return splat ? makeSplat(splat.getType(), result) : result;
  });
}

/// Adds an operation on the sign of a float, if it has one.
static void addSignOperation(Natives &natives, StringRef name,
                             void (*compute)(APFloat &)) {
  addFloatFunction(natives, name, [compute](FloatAttr number) -> FloatAttr {
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
  addFloatFunction(natives, "SqrtFloat", getSquareRoot);
}

/// The argument of a comparison with `other`, which may be a plain number if
/// `other` is a float.
static std::optional<APFloat> getCompared(Attribute number, Attribute other) {
  if (auto real = dyn_cast<FloatAttr>(number))
    return widen(real.getValue());
  if (!isPlainNumber(number) || !isa<FloatAttr>(other))
    return std::nullopt;
  APFloat value(APFloat::IEEEquad());
  value.convertFromAPInt(cast<IntegerAttr>(number).getValue(),
                         /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  return value;
}

static APFloat::cmpResult compareFloats(Attribute lhs, Attribute rhs) {
  std::optional<APFloat> a = getCompared(lhs, rhs), b = getCompared(rhs, lhs);
  return a && b ? a->compare(*b) : APFloat::cmpUnordered;
}

static void addFloatQuestions(Natives &natives) {
  addConstraint(natives, "IsFloatAttr", [](FloatAttr) { return true; });
  addConstraint(natives, "FloatEquals", [](Attribute a, Attribute b) {
    return compareFloats(a, b) == APFloat::cmpEqual;
  });
  addConstraint(natives, "FloatLess", [](Attribute a, Attribute b) {
    return compareFloats(a, b) == APFloat::cmpLessThan;
  });
  addConstraint(natives, "FloatLessOrEqual", [](Attribute a, Attribute b) {
    APFloat::cmpResult result = compareFloats(a, b);
    return result == APFloat::cmpLessThan || result == APFloat::cmpEqual;
  });
  addConstraint(natives, "IsFinite",
                [](FloatAttr number) { return number.getValue().isFinite(); });
  addConstraint(natives, "IsNaN",
                [](FloatAttr number) { return number.getValue().isNaN(); });
}

/// The integer as a float, or null if it would have to be rounded.
static FloatAttr convert(IntegerAttr number, FloatType type) {
  const llvm::fltSemantics &format = type.getFloatSemantics();
  APFloat value(isCompleteFormat(format) ? format : APFloat::IEEEquad());
  APSInt integer = getNumber(number);
  if (value.convertFromAPInt(integer, integer.isSigned(),
                             APFloat::rmNearestTiesToEven) != APFloat::opOK)
    return {};
  return convertFloat(value, type, /*isExact=*/true);
}

static IntegerAttr convertToInteger(FloatAttr number, Type type) {
  if (!type.isIntOrIndex())
    return {};
  // A zero with a sign is not exact for LLVM.
  if (number.getValue().isZero())
    return getIntegerAttr(type, APSInt::get(0));
  // LLVM cannot convert to a number without bits.
  if (getWidth(type) == 0)
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
  return floatType ? Attribute(convertFloat(real.getValue(), floatType,
                                            /*isExact=*/false))
                   : Attribute(convertToInteger(real, type));
}

static void addConversions(Natives &natives) {
  addConstraint(natives, "CastFloat", [](FloatAttr number, FloatType type) {
    return convertFloat(number.getValue(), type, /*isExact=*/true);
  });
  addConstraint(natives, "RoundFloat", [](FloatAttr number, FloatType type) {
    return convertFloat(number.getValue(), type, /*isExact=*/false);
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
    return widen(real.getValue())
               .compare(APFloat(APFloat::IEEEquad(), number)) ==
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
