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
#define ARRAY(CLASS)                                                           \
  functions.add(#CLASS ".asArrayRef", [](CLASS self) {                         \
    return llvm::to_vector(self.asArrayRef());                                 \
  })
  ARRAY(DenseBoolArrayAttr);
  ARRAY(DenseI8ArrayAttr);
  ARRAY(DenseI16ArrayAttr);
  ARRAY(DenseI32ArrayAttr);
  ARRAY(DenseI64ArrayAttr);
  ARRAY(DenseF32ArrayAttr);
  ARRAY(DenseF64ArrayAttr);
#undef ARRAY
  METHOD(DenseArrayAttr, size);
  METHOD(DenseArrayAttr, getElementType);
  functions.add("SymbolRefAttr.getValue",
                [](FlatSymbolRefAttr self) { return self.getValue(); });
  METHOD(FlatSymbolRefAttr, getValue);
  METHOD(SymbolRefAttr, getRootReference);
  METHOD(SymbolRefAttr, getLeafReference);
}

/// How many values a list can have.
static constexpr int64_t maxValues = 1 << 20;

/// The methods that return elements, which `type` names, if they can be read as `T`.
template <typename T>
static void addElementsOf(CodeFunctions &functions, StringRef type) {
  auto add = [&](StringRef method, auto function) {
    functions.add(("DenseElementsAttr." + method + "<" + type + ">").str(),
                  function);
  };
  add("getSplatValue", [](DenseElementsAttr self) -> std::optional<T> {
    auto values = self.tryGetValues<T>();
    if (failed(values) || !self.isSplat())
      return std::nullopt;
    return *values->begin();
  });
  add("getValues",
      [](DenseElementsAttr self) -> std::optional<SmallVector<T>> {
        auto values = self.tryGetValues<T>();
        if (failed(values) || self.getNumElements() > maxValues)
          return std::nullopt;
        return SmallVector<T>(values->begin(), values->end());
      });
  // Bodies can only ask for the value that the iterator points to.
  add("*value_begin", [](DenseElementsAttr self) -> std::optional<T> {
    auto values = self.tryGetValues<T>();
    if (failed(values) || self.empty())
      return std::nullopt;
    return *values->begin();
  });
}

static void addElements(CodeFunctions &functions) {
  METHOD(ElementsAttr, getNumElements);
  METHOD(ElementsAttr, getElementType);
  METHOD(ElementsAttr, getShapedType);
  METHOD(DenseElementsAttr, getType);
  functions.add("ElementsAttr.getType",
                [](ElementsAttr self) { return self.getShapedType(); });
  functions.add("ElementsAttr.size",
                [](ElementsAttr self) { return self.size(); });
  functions.add("ElementsAttr.empty",
                [](ElementsAttr self) { return self.empty(); });
  functions.add("DenseElementsAttr.reshape",
                [](DenseElementsAttr self,
                   ShapedType type) -> std::optional<DenseElementsAttr> {
                  if (!type.hasStaticShape() ||
                      type.getElementType() != self.getElementType() ||
                      type.getNumElements() != self.getNumElements())
                    return std::nullopt;
                  return self.reshape(type);
                });
  addElementsOf<Attribute>(functions, "Attribute");
  addElementsOf<IntegerAttr>(functions, "IntegerAttr");
  addElementsOf<FloatAttr>(functions, "FloatAttr");
  addElementsOf<StringAttr>(functions, "StringAttr");
  addElementsOf<StringRef>(functions, "StringRef");
  addElementsOf<APInt>(functions, "APInt");
  addElementsOf<APFloat>(functions, "APFloat");
  addElementsOf<bool>(functions, "bool");
  addElementsOf<int8_t>(functions, "int8_t");
  addElementsOf<int16_t>(functions, "int16_t");
  addElementsOf<int32_t>(functions, "int32_t");
  addElementsOf<int32_t>(functions, "int");
  addElementsOf<int64_t>(functions, "int64_t");
  addElementsOf<uint8_t>(functions, "uint8_t");
  addElementsOf<uint16_t>(functions, "uint16_t");
  addElementsOf<uint32_t>(functions, "uint32_t");
  addElementsOf<uint64_t>(functions, "uint64_t");
  addElementsOf<float>(functions, "float");
  addElementsOf<double>(functions, "double");
}

static void addMaps(CodeFunctions &functions) {
  METHOD(AffineMapAttr, getValue);
  METHOD(AffineMapAttr, getAffineMap);
  METHOD(AffineMap, isIdentity);
  METHOD(AffineMap, isPermutation);
  METHOD(AffineMap, isMinorIdentity);
  METHOD(AffineMap, isEmpty);
  METHOD(AffineMap, isConstant);
  METHOD(AffineMap, isSingleConstant);
  METHOD(AffineMap, isSymbolIdentity);
  METHOD(AffineMap, getNumDims);
  METHOD(AffineMap, getNumSymbols);
  METHOD(AffineMap, getNumInputs);
  METHOD(AffineMap, getNumResults);
  functions.add("AffineMap.isProjectedPermutation",
                [](AffineMap self) { return self.isProjectedPermutation(); });
  functions.add("AffineMap.getSingleConstantResult",
                [](AffineMap self) -> std::optional<int64_t> {
                  if (!self.isSingleConstant())
                    return std::nullopt;
                  return self.getSingleConstantResult();
                });
  functions.add(
      "AffineMap.compose",
      [](AffineMap self, AffineMap inner) -> std::optional<AffineMap> {
        if (self.getNumDims() != inner.getNumResults())
          return std::nullopt;
        return self.compose(inner);
      });
  functions.add("AffineMapAttr::get",
                [](AffineMap map) { return AffineMapAttr::get(map); });
  for (StringRef name : {"Builder.getMultiDimIdentityMap",
                         "AffineMap::getMultiDimIdentityMap"})
    functions.add(name,
                  [](PatternRewriter &rewriter,
                     unsigned dims) -> std::optional<AffineMap> {
                    if (dims > maxValues)
                      return std::nullopt;
                    return rewriter.getMultiDimIdentityMap(dims);
                  });
}

static void addEnums(CodeFunctions &functions) {
  METHOD(arith::CmpIPredicateAttr, getValue);
  METHOD(arith::CmpFPredicateAttr, getValue);
  METHOD(arith::IntegerOverflowFlagsAttr, getValue);
  METHOD(arith::FastMathFlagsAttr, getValue);
#define MADE(ENUM)                                                             \
  functions.add("arith::" #ENUM "Attr::get",                                   \
                [](PatternRewriter &rewriter, arith::ENUM value) {             \
                  return arith::ENUM##Attr::get(rewriter.getContext(), value); \
                })
  MADE(CmpIPredicate);
  MADE(CmpFPredicate);
  MADE(IntegerOverflowFlags);
  MADE(FastMathFlags);
#undef MADE
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
  addMaps(functions);
  addEnums(functions);
}
