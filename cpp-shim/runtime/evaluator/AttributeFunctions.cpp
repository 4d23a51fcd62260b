// What bodies of native functions can ask of attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace pdll;

#define METHOD(CLASS, NAME)                                                    \
  functions.add(#CLASS "." #NAME, [](CLASS self) { return self.NAME(); })

static void addScalars(CodeFunctions &functions) {
  METHOD(TypedAttr, getType);
  METHOD(IntegerAttr, getType);
  METHOD(IntegerAttr, getValue);

  METHOD(FloatAttr, getType);
  METHOD(FloatAttr, getValue);
  METHOD(FloatAttr, getValueAsDouble);
  METHOD(StringAttr, getValue);
  METHOD(StringAttr, strref);
  METHOD(StringAttr, size);
  METHOD(StringAttr, empty);
  METHOD(TypeAttr, getValue);
  // C++ defines these for integers of some widths and signs.
  functions.add("IntegerAttr.getInt",
                [](IntegerAttr self) -> std::optional<int64_t> {
                  auto type = dyn_cast<IntegerType>(self.getType());
                  if (type && (!type.isSignless() || type.getWidth() > 64))
                    return std::nullopt;
                  return self.getInt();
                });
  functions.add("IntegerAttr.getSInt",
                [](IntegerAttr self) -> std::optional<int64_t> {
                  auto type = dyn_cast<IntegerType>(self.getType());
                  if (!type || !type.isSigned() || type.getWidth() > 64)
                    return std::nullopt;
                  return self.getSInt();
                });
  functions.add("IntegerAttr.getUInt",
                [](IntegerAttr self) -> std::optional<uint64_t> {
                  auto type = dyn_cast<IntegerType>(self.getType());
                  if (!type || !type.isUnsigned() || type.getWidth() > 64)
                    return std::nullopt;
                  return self.getUInt();
                });
}

static void addCollections(CodeFunctions &functions) {
  functions.add("ArrayAttr.getValue", [](ArrayAttr self) {
    return llvm::to_vector(self.getValue());
  });
  METHOD(ArrayAttr, size);
  METHOD(DictionaryAttr, size);
  functions.add("DictionaryAttr.get", [](DictionaryAttr self, StringRef name) {
    return self.get(name);
  });
  functions.add(
      "DictionaryAttr.contains",
      [](DictionaryAttr self, StringRef name) { return self.contains(name); });
  functions.add("DenseI64ArrayAttr.asArrayRef", [](DenseI64ArrayAttr self) {
    return llvm::to_vector(self.asArrayRef());
  });
  functions.add("DenseI32ArrayAttr.asArrayRef", [](DenseI32ArrayAttr self) {
    return llvm::to_vector(self.asArrayRef());
  });
  METHOD(DenseArrayAttr, size);
  METHOD(DenseArrayAttr, getElementType);
  functions.add("SymbolRefAttr.getValue",
                [](FlatSymbolRefAttr self) { return self.getValue(); });
  METHOD(FlatSymbolRefAttr, getValue);
  METHOD(SymbolRefAttr, getRootReference);
  METHOD(SymbolRefAttr, getLeafReference);
}

/// The only value of the elements, if they are equal and can be read as `T`.
template <typename T>
static std::optional<T> getSplat(DenseElementsAttr elements) {
  auto values = elements.tryGetValues<T>();
  if (failed(values) || !elements.isSplat())
    return std::nullopt;
  return *values->begin();
}

static void addElements(CodeFunctions &functions) {
  METHOD(ElementsAttr, getNumElements);
  METHOD(ElementsAttr, getElementType);
  METHOD(ElementsAttr, getShapedType);
  METHOD(DenseElementsAttr, getType);
  functions.add("ElementsAttr.size",
                [](ElementsAttr self) { return self.size(); });
  functions.add("ElementsAttr.empty",
                [](ElementsAttr self) { return self.empty(); });
  functions.add(
      "DenseElementsAttr.getSplatValue<Attribute>",
      [](DenseElementsAttr self) { return getSplat<Attribute>(self); });
  functions.add(
      "DenseElementsAttr.getSplatValue<IntegerAttr>",
      [](DenseElementsAttr self) { return getSplat<IntegerAttr>(self); });
  functions.add(
      "DenseElementsAttr.getSplatValue<FloatAttr>",
      [](DenseElementsAttr self) { return getSplat<FloatAttr>(self); });
  functions.add(
      "DenseElementsAttr.getSplatValue<StringRef>",
      [](DenseElementsAttr self) { return getSplat<StringRef>(self); });
  functions.add("DenseElementsAttr.getSplatValue<APInt>",
                [](DenseElementsAttr self) { return getSplat<APInt>(self); });
  functions.add("DenseElementsAttr.getSplatValue<APFloat>",
                [](DenseElementsAttr self) { return getSplat<APFloat>(self); });
  functions.add("DenseElementsAttr.getSplatValue<bool>",
                [](DenseElementsAttr self) { return getSplat<bool>(self); });
  functions.add("DenseElementsAttr.getSplatValue<int32_t>",
                [](DenseElementsAttr self) { return getSplat<int32_t>(self); });
  functions.add("DenseElementsAttr.getSplatValue<int64_t>",
                [](DenseElementsAttr self) { return getSplat<int64_t>(self); });
}

static void addEnums(CodeFunctions &functions) {
  METHOD(arith::CmpIPredicateAttr, getValue);
  METHOD(arith::CmpFPredicateAttr, getValue);
  METHOD(arith::IntegerOverflowFlagsAttr, getValue);
  METHOD(arith::FastMathFlagsAttr, getValue);
  auto addCase = [&](auto value, StringRef name) {
    functions.add(name, [value] { return value; });
  };
#define CASE(ENUM, NAME) addCase(ENUM::NAME, #ENUM "::" #NAME)
  CASE(arith::CmpIPredicate, eq);
  CASE(arith::CmpIPredicate, ne);
  CASE(arith::CmpIPredicate, slt);
  CASE(arith::CmpIPredicate, sle);
  CASE(arith::CmpIPredicate, sgt);
  CASE(arith::CmpIPredicate, sge);
  CASE(arith::CmpIPredicate, ult);
  CASE(arith::CmpIPredicate, ule);
  CASE(arith::CmpIPredicate, ugt);
  CASE(arith::CmpIPredicate, uge);
  CASE(arith::CmpFPredicate, AlwaysFalse);
  CASE(arith::CmpFPredicate, OEQ);
  CASE(arith::CmpFPredicate, OGT);
  CASE(arith::CmpFPredicate, OGE);
  CASE(arith::CmpFPredicate, OLT);
  CASE(arith::CmpFPredicate, OLE);
  CASE(arith::CmpFPredicate, ONE);
  CASE(arith::CmpFPredicate, ORD);
  CASE(arith::CmpFPredicate, UEQ);
  CASE(arith::CmpFPredicate, UGT);
  CASE(arith::CmpFPredicate, UGE);
  CASE(arith::CmpFPredicate, ULT);
  CASE(arith::CmpFPredicate, ULE);
  CASE(arith::CmpFPredicate, UNE);
  CASE(arith::CmpFPredicate, UNO);
  CASE(arith::CmpFPredicate, AlwaysTrue);
  CASE(arith::IntegerOverflowFlags, none);
  CASE(arith::IntegerOverflowFlags, nsw);
  CASE(arith::IntegerOverflowFlags, nuw);
  CASE(arith::FastMathFlags, none);
  CASE(arith::FastMathFlags, fast);
}

void pdll::addAttributeFunctions(CodeFunctions &functions) {
  addScalars(functions);
  addCollections(functions);
  addElements(functions);
  addEnums(functions);
}
