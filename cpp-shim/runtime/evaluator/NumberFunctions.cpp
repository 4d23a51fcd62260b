// What bodies of native functions can compute with numbers and strings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir;
using namespace pdll;

#define METHOD(CLASS, NAME)                                                    \
  functions.add(#CLASS "." #NAME, [](CLASS self) { return self.NAME(); })
// An operator for numbers of one width, and for a number and a small one.
#define BIG_OPERATOR(SIGN, RESULT)                                             \
  functions.add("operator" #SIGN,                                              \
                [](APInt a, APInt b) -> std::optional<RESULT> {                \
                  if (a.getBitWidth() != b.getBitWidth())                      \
                    return std::nullopt;                                       \
                  return a SIGN b;                                             \
                });                                                            \
  functions.add("operator" #SIGN, [](APInt a, uint64_t b) { return a SIGN b; })
// A method whose argument is a number of the same width.
#define SAME_WIDTH(NAME)                                                       \
  functions.add("APInt." #NAME, [](APInt a, APInt b) -> std::optional<APInt> { \
    if (a.getBitWidth() != b.getBitWidth())                                    \
      return std::nullopt;                                                     \
    return a.NAME(b);                                                          \
  })
// A division, which C++ does not define by zero.
#define DIVISION(NAME)                                                         \
  functions.add("APInt." #NAME, [](APInt a, APInt b) -> std::optional<APInt> { \
    if (a.getBitWidth() != b.getBitWidth() || b.isZero())                      \
      return std::nullopt;                                                     \
    return a.NAME(b);                                                          \
  })
// A shift by a number of bits.
#define SHIFT(NAME)                                                            \
  functions.add("APInt." #NAME,                                                \
                [](APInt a, unsigned bits) -> std::optional<APInt> {           \
                  if (bits > a.getBitWidth())                                  \
                    return std::nullopt;                                       \
                  return a.NAME(bits);                                         \
                })
// A change of the width, which has limits.
#define RESIZE(NAME, IS_DEFINED)                                               \
  functions.add("APInt." #NAME,                                                \
                [](APInt a, unsigned width) -> std::optional<APInt> {          \
                  unsigned own = a.getBitWidth();                              \
                  (void)own;                                                   \
                  if (width > IntegerType::kMaxWidth || !(IS_DEFINED))         \
                    return std::nullopt;                                       \
                  return a.NAME(width);                                        \
                })
#define COMPARISON(NAME)                                                       \
  functions.add("APInt." #NAME, [](APInt a, APInt b) -> std::optional<bool> {  \
    if (a.getBitWidth() != b.getBitWidth())                                    \
      return std::nullopt;                                                     \
    return a.NAME(b);                                                          \
  })

static void addIntegers(CodeFunctions &functions) {
  METHOD(APInt, isZero);
  METHOD(APInt, isOne);
  METHOD(APInt, isAllOnes);
  METHOD(APInt, isNegative);
  METHOD(APInt, isNonNegative);
  METHOD(APInt, isStrictlyPositive);
  METHOD(APInt, isPowerOf2);
  METHOD(APInt, isMinSignedValue);
  METHOD(APInt, isMaxSignedValue);
  METHOD(APInt, getBitWidth);
  METHOD(APInt, getActiveBits);
  METHOD(APInt, countl_zero);
  METHOD(APInt, countr_zero);
  METHOD(APInt, popcount);
  METHOD(APInt, logBase2);
  METHOD(APInt, abs);
  METHOD(APInt, isNonPositive);
  METHOD(APInt, isMaxValue);
  METHOD(APInt, isMinValue);
  METHOD(APInt, isSignMask);
  METHOD(APInt, getSignificantBits);
  METHOD(APInt, getNumSignBits);
  METHOD(APInt, countl_one);
  METHOD(APInt, countr_one);
  METHOD(APInt, exactLogBase2);
  METHOD(APInt, ceilLogBase2);
  functions.add("APInt.getLimitedValue",
                [](APInt self) { return self.getLimitedValue(); });
  functions.add("APInt.isIntN", [](APInt self, unsigned bits) {
    return self.isIntN(bits);
  });
  functions.add("APInt.isSignedIntN", [](APInt self, unsigned bits) {
    return self.isSignedIntN(bits);
  });
  functions.add("APInt.eq", [](APInt a, APInt b) -> std::optional<bool> {
    if (a.getBitWidth() != b.getBitWidth())
      return std::nullopt;
    return a == b;
  });
  functions.add("APInt.getSExtValue", [](APInt self) -> std::optional<int64_t> {
    return self.trySExtValue();
  });
  functions.add("APInt.getZExtValue",
                [](APInt self) -> std::optional<uint64_t> {
                  return self.tryZExtValue();
                });
  functions.add("operator[]",
                [](APInt self, unsigned bit) -> std::optional<bool> {
                  if (bit >= self.getBitWidth())
                    return std::nullopt;
                  return self[bit];
                });
  SAME_WIDTH(ushl_sat);
  SAME_WIDTH(uadd_sat);
  SAME_WIDTH(sadd_sat);
  SAME_WIDTH(usub_sat);
  SAME_WIDTH(ssub_sat);
  DIVISION(sdiv);
  DIVISION(udiv);
  DIVISION(srem);
  DIVISION(urem);
  SHIFT(shl);
  SHIFT(lshr);
  SHIFT(ashr);
  RESIZE(zext, width >= own);
  RESIZE(sext, width >= own);
  RESIZE(trunc, width <= own);
  RESIZE(zextOrTrunc, true);
  RESIZE(sextOrTrunc, true);
  COMPARISON(slt);
  COMPARISON(sle);
  COMPARISON(sgt);
  COMPARISON(sge);
  COMPARISON(ult);
  COMPARISON(ule);
  COMPARISON(ugt);
  COMPARISON(uge);
}

static void addOperators(CodeFunctions &functions) {
  BIG_OPERATOR(==, bool);
  BIG_OPERATOR(!=, bool);
  BIG_OPERATOR(+, APInt);
  BIG_OPERATOR(-, APInt);
  BIG_OPERATOR(*, APInt);
  BIG_OPERATOR(&, APInt);
  BIG_OPERATOR(|, APInt);
  BIG_OPERATOR(^, APInt);
  functions.add("operator-", [](APInt a) { return -a; });
  functions.add("operator~", [](APInt a) { return ~a; });
  functions.add("operator<<",
                [](APInt a, unsigned bits) -> std::optional<APInt> {
                  if (bits > a.getBitWidth())
                    return std::nullopt;
                  return a << bits;
                });
}

/// The number in so many bits, if it fits.
static std::optional<APInt> makeBigInteger(unsigned width, uint64_t value,
                                        bool isSigned) {
  if (width == 0 || width > IntegerType::kMaxWidth)
    return std::nullopt;
  bool fits = width >= 64 || (isSigned ? isIntN(width, value)
                                       : isUIntN(width, value));
  return fits ? std::optional(APInt(width, value, isSigned)) : std::nullopt;
}

static void addMadeIntegers(CodeFunctions &functions) {
  functions.add("APInt", [] { return APInt(); });
  functions.add("APInt", [](unsigned width, uint64_t value) {
    return makeBigInteger(width, value, /*isSigned=*/false);
  });
  functions.add("APInt", makeBigInteger);
#define MADE(NAME)                                                             \
  functions.add("APInt::" #NAME, [](unsigned width) -> std::optional<APInt> {  \
    if (width == 0 || width > IntegerType::kMaxWidth)                          \
      return std::nullopt;                                                     \
    return APInt::NAME(width);                                                 \
  })
  MADE(getZero);
  MADE(getAllOnes);
  MADE(getMaxValue);
  MADE(getMinValue);
  MADE(getSignedMaxValue);
  MADE(getSignedMinValue);
  MADE(getSignMask);
#undef MADE
}

// A comparison of numbers of one format.
#define REAL_OPERATOR(SIGN)                                                    \
  functions.add("operator" #SIGN,                                              \
                [](APFloat a, APFloat b) -> std::optional<bool> {              \
                  if (&a.getSemantics() != &b.getSemantics())                  \
                    return std::nullopt;                                       \
                  return a SIGN b;                                             \
                })

static void addReals(CodeFunctions &functions) {
  METHOD(APFloat, isZero);
  METHOD(APFloat, isNegative);
  METHOD(APFloat, isNaN);
  METHOD(APFloat, isInfinity);
  METHOD(APFloat, isFinite);
  METHOD(APFloat, isPosZero);
  METHOD(APFloat, isNegZero);
  METHOD(APFloat, isInteger);
  functions.add("APFloat.isExactlyValue", [](APFloat self, double value) {
    return self.isExactlyValue(value);
  });
  functions.add("APFloat.convertToDouble",
                [](APFloat self) { return self.convertToDouble(); });
  REAL_OPERATOR(==);
  REAL_OPERATOR(!=);
  REAL_OPERATOR(<);
  REAL_OPERATOR(<=);
  REAL_OPERATOR(>);
  REAL_OPERATOR(>=);
  METHOD(APFloat, isDenormal);
  METHOD(APFloat, isNormal);
  METHOD(APFloat, isFiniteNonZero);
  METHOD(APFloat, isNonZero);
  METHOD(APFloat, isPosInfinity);
  METHOD(APFloat, isNegInfinity);
  functions.add("APFloat.convertToFloat",
                [](APFloat self) -> std::optional<float> {
                  // C++ converts to a type that is at least as exact.
                  if (!self.isRepresentableBy(self.getSemantics(),
                                              APFloat::IEEEsingle()))
                    return std::nullopt;
                  return self.convertToFloat();
                });
  functions.add("operator-", [](APFloat a) { return -a; });
}

/// Numbers of which format an `APFloat` is, as a value.
using Format = APFloatBase::Semantics;

static void addMadeReals(CodeFunctions &functions) {
  functions.add("APFloat", [](double value) { return APFloat(value); });
  functions.add("APFloat", [](float value) { return APFloat(value); });
  functions.add("APFloat.getSemantics", [](APFloat self) {
    return APFloat::SemanticsToEnum(self.getSemantics());
  });
  functions.add("FloatType.getFloatSemantics", [](FloatType self) {
    return APFloat::SemanticsToEnum(self.getFloatSemantics());
  });
  functions.add("APFloat::getZero", [](Format format) {
    return APFloat::getZero(APFloat::EnumToSemantics(format));
  });
  functions.add("APFloat::getOne", [](Format format) {
    return APFloat::getOne(APFloat::EnumToSemantics(format));
  });
  functions.add("APFloat::getInf", [](Format format) {
    return APFloat::getInf(APFloat::EnumToSemantics(format));
  });
  functions.add("APFloat::getInf", [](Format format, bool isNegative) {
    return APFloat::getInf(APFloat::EnumToSemantics(format), isNegative);
  });
  functions.add("APFloat::getLargest", [](Format format) {
    return APFloat::getLargest(APFloat::EnumToSemantics(format));
  });
  functions.add("APFloat::getLargest", [](Format format, bool isNegative) {
    return APFloat::getLargest(APFloat::EnumToSemantics(format), isNegative);
  });
}

/// Functions of the standard library about two or one numbers of a type, which has
/// these names.
template <typename T>
static void addStandard(CodeFunctions &functions, ArrayRef<StringRef> types) {
  auto add = [&](StringRef name, auto function) {
    functions.add(("std::" + name).str(), function);
    for (StringRef type : types)
      functions.add(("std::" + name + "<" + type + ">").str(), function);
  };
  add("min", [](T a, T b) { return std::min(a, b); });
  add("max", [](T a, T b) { return std::max(a, b); });
  if constexpr (std::is_floating_point_v<T>) {
    add("abs", [](T a) { return std::abs(a); });
    add("fabs", [](T a) { return std::abs(a); });
    add("floor", [](T a) { return std::floor(a); });
    add("ceil", [](T a) { return std::ceil(a); });
    add("round", [](T a) { return std::round(a); });
    add("sqrt", [](T a) { return std::sqrt(a); });
    add("isnan", [](T a) { return std::isnan(a); });
    add("isinf", [](T a) { return std::isinf(a); });
    add("isfinite", [](T a) { return std::isfinite(a); });
  } else if constexpr (std::is_signed_v<T>) {
    add("abs", [](T a) -> std::optional<T> {
      if (a == std::numeric_limits<T>::min())
        return std::nullopt;
      return std::abs(a);
    });
  }
}

/// What llvm/Support/MathExtras.h has.
static void addMathExtras(CodeFunctions &functions) {
#define FUNCTION(NAME, TYPE)                                                   \
  functions.add(#NAME, [](TYPE value) { return NAME(value); })
  FUNCTION(isPowerOf2_32, uint32_t);
  FUNCTION(isPowerOf2_64, uint64_t);
  FUNCTION(Log2_32, uint32_t);
  FUNCTION(Log2_64, uint64_t);
  FUNCTION(Log2_32_Ceil, uint32_t);
  FUNCTION(Log2_64_Ceil, uint64_t);
  FUNCTION(NextPowerOf2, uint64_t);
  FUNCTION(PowerOf2Ceil, uint64_t);
#undef FUNCTION
}

/// The divisions of that header, whose results have the type of their arguments.
template <typename T> static void addUnsignedDivisions(CodeFunctions &functions) {
  using Result = std::optional<T>;
  functions.add("divideCeil", [](T a, T b) -> Result {
    return b ? Result(divideCeil(a, b)) : std::nullopt;
  });
  functions.add("alignTo", [](T a, T b) -> Result {
    return b ? Result(alignTo(a, b)) : std::nullopt;
  });
  functions.add("alignDown", [](T a, T b) -> Result {
    return b ? Result(alignDown(a, b)) : std::nullopt;
  });
}

template <typename T> static void addSignedDivisions(CodeFunctions &functions) {
  using Result = std::optional<T>;
  auto overflows = [](T a, T b) {
    return b == 0 || divideSignedWouldOverflow(a, b);
  };
  functions.add("divideCeilSigned", [=](T a, T b) -> Result {
    return overflows(a, b) ? std::nullopt : Result(divideCeilSigned(a, b));
  });
  functions.add("divideFloorSigned", [=](T a, T b) -> Result {
    return overflows(a, b) ? std::nullopt : Result(divideFloorSigned(a, b));
  });
  functions.add("llvm::mod", [](T a, T b) -> Result {
    return b < 1 ? std::nullopt : Result(llvm::mod(a, b));
  });
}

static void addTexts(CodeFunctions &functions) {
  METHOD(StringRef, empty);
  METHOD(StringRef, size);
  functions.add("StringRef.starts_with", [](StringRef self, StringRef prefix) {
    return self.starts_with(prefix);
  });
  functions.add("StringRef.ends_with", [](StringRef self, StringRef suffix) {
    return self.ends_with(suffix);
  });
  functions.add("StringRef.contains", [](StringRef self, StringRef part) {
    return self.contains(part);
  });
  functions.add("StringRef.equals", [](StringRef self, StringRef other) {
    return self == other;
  });
  functions.add("StringRef.drop_front",
                [](StringRef self, size_t count) -> std::optional<StringRef> {
                  if (count > self.size())
                    return std::nullopt;
                  return self.drop_front(count);
                });
  functions.add("StringRef.drop_back",
                [](StringRef self, size_t count) -> std::optional<StringRef> {
                  if (count > self.size())
                    return std::nullopt;
                  return self.drop_back(count);
                });
  functions.add("StringRef.str", [](StringRef self) { return self; });
  functions.add("StringRef.equals_insensitive",
                [](StringRef self, StringRef other) {
                  return self.equals_insensitive(other);
                });
}

void pdll::addNumberFunctions(CodeFunctions &functions) {
  addIntegers(functions);
  addOperators(functions);
  addMadeIntegers(functions);
  addReals(functions);
  addMadeReals(functions);
  addStandard<int32_t>(functions, {"int", "int32_t"});
  addStandard<uint32_t>(functions, {"unsigned", "uint32_t"});
  addStandard<int64_t>(functions, {"int64_t"});
  addStandard<uint64_t>(functions, {"uint64_t", "size_t"});
  addStandard<float>(functions, {"float"});
  addStandard<double>(functions, {"double"});
  addMathExtras(functions);
  addUnsignedDivisions<uint32_t>(functions);
  addUnsignedDivisions<uint64_t>(functions);
  addSignedDivisions<int32_t>(functions);
  addSignedDivisions<int64_t>(functions);
  addTexts(functions);
}
