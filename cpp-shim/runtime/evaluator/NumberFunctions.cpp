// What bodies of native functions can compute with big numbers and strings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

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
}

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
  functions.add("operator-", [](APFloat a) { return -a; });
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
  functions.add("StringRef.equals_insensitive",
                [](StringRef self, StringRef other) {
                  return self.equals_insensitive(other);
                });
}

void pdll::addNumberFunctions(CodeFunctions &functions) {
  addIntegers(functions);
  addOperators(functions);
  addReals(functions);
  addTexts(functions);
}
