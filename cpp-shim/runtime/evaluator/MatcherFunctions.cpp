// What bodies of native functions can ask of constants.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace pdll;

/// Adds `matchPattern(subject, NAME())` for all kinds of subjects.
#define MATCHER(NAME)                                                          \
  functions.add("matchPattern " #NAME, [](Attribute subject) {                 \
    return matchPattern(subject, NAME());                                      \
  });                                                                          \
  functions.add("matchPattern " #NAME, [](Operation *subject) {                \
    return matchPattern(subject, NAME());                                      \
  });                                                                          \
  functions.add("matchPattern " #NAME,                                         \
                [](Value subject) { return matchPattern(subject, NAME()); })

/// The number that `MATCHER` binds, if it matches.
#define NUMBER(MATCHER, T, NONE)                                               \
  functions.add("matchPattern " #MATCHER, [](Attribute subject) {              \
    T number NONE;                                                             \
    bool matches = matchPattern(subject, MATCHER(&number));                    \
    return matches ? FailureOr<T>(number) : FailureOr<T>();                    \
  });                                                                          \
  functions.add("matchPattern " #MATCHER, [](Operation *subject) {             \
    T number NONE;                                                             \
    bool matches = matchPattern(subject, MATCHER(&number));                    \
    return matches ? FailureOr<T>(number) : FailureOr<T>();                    \
  });                                                                          \
  functions.add("matchPattern " #MATCHER, [](Value subject) {                  \
    T number NONE;                                                             \
    bool matches = matchPattern(subject, MATCHER(&number));                    \
    return matches ? FailureOr<T>(number) : FailureOr<T>();                    \
  })

/// The value of a constant, or null if the operation is none.
static Attribute getConstant(Operation *op) {
  Attribute constant;
  return matchPattern(op, m_Constant(&constant)) ? constant : Attribute();
}

void pdll::addMatcherFunctions(CodeFunctions &functions) {
  MATCHER(m_Zero);
  MATCHER(m_One);
  MATCHER(m_NonZero);
  MATCHER(m_AnyZeroFloat);
  MATCHER(m_PosZeroFloat);
  MATCHER(m_NegZeroFloat);
  MATCHER(m_OneFloat);
  MATCHER(m_NaNFloat);
  MATCHER(m_PosInfFloat);
  MATCHER(m_NegInfFloat);
  NUMBER(m_ConstantInt, APInt, );
  NUMBER(m_ConstantFloat, APFloat, (APFloat::Bogus()));
  functions.add("matchPattern m_Constant",
                [](Operation *op) { return getConstant(op); });
  functions.add("matchPattern m_Constant", [](Value value) {
    Operation *op = value.getDefiningOp();
    return op ? getConstant(op) : Attribute();
  });
  functions.add("getConstantIntValue", [](Value value) {
    std::optional<int64_t> number = getConstantIntValue(value);
    return number ? FailureOr<int64_t>(*number) : FailureOr<int64_t>();
  });
  functions.add("getConstantIntValue", [](Attribute attribute) {
    std::optional<int64_t> number = getConstantIntValue(attribute);
    return number ? FailureOr<int64_t>(*number) : FailureOr<int64_t>();
  });
  functions.add("isConstantIntValue", [](Value value, int64_t number) {
    return isConstantIntValue(value, number);
  });
  functions.add("isConstantIntValue", [](Attribute attribute, int64_t number) {
    return isConstantIntValue(attribute, number);
  });
}
