// What bodies of native functions can ask of types.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace pdll;

#define METHOD(CLASS, NAME)                                                    \
  functions.add(#CLASS "." #NAME, [](CLASS self) { return self.NAME(); })
#define LIST_METHOD(CLASS, NAME)                                               \
  functions.add(#CLASS "." #NAME,                                              \
                [](CLASS self) { return llvm::to_vector(self.NAME()); })

static void addKinds(CodeFunctions &functions) {
  functions.add("Type.isInteger", [](Type self, unsigned width) {
    return self.isInteger(width);
  });
  functions.add("Type.isSignlessInteger", [](Type self, unsigned width) {
    return self.isSignlessInteger(width);
  });
  functions.add("Type.isSignedInteger", [](Type self, unsigned width) {
    return self.isSignedInteger(width);
  });
  functions.add("Type.isUnsignedInteger", [](Type self, unsigned width) {
    return self.isUnsignedInteger(width);
  });
  functions.add("Type.getIntOrFloatBitWidth",
                [](Type self) -> std::optional<unsigned> {
                  if (!self.isIntOrFloat())
                    return std::nullopt;
                  return self.getIntOrFloatBitWidth();
                });
}

static void addScalarTypes(CodeFunctions &functions) {
  METHOD(IntegerType, getWidth);
  METHOD(FloatType, getWidth);
  functions.add("FloatType.getFPMantissaWidth",
                [](FloatType self) { return self.getFPMantissaWidth(); });
  METHOD(ComplexType, getElementType);
  LIST_METHOD(TupleType, getTypes);
  METHOD(TupleType, size);
  LIST_METHOD(FunctionType, getInputs);
  LIST_METHOD(FunctionType, getResults);
  METHOD(FunctionType, getNumInputs);
  METHOD(FunctionType, getNumResults);
}

/// The dimension `dim` of a shape, if there is one.
static std::optional<int64_t> getDimension(ShapedType type, unsigned dim) {
  if (!type.hasRank() || dim >= static_cast<uint64_t>(type.getRank()))
    return std::nullopt;
  return type.getDimSize(dim);
}

static void addShapes(CodeFunctions &functions) {
  METHOD(ShapedType, getElementType);
  functions.add("ShapedType.getElementTypeBitWidth",
                [](ShapedType self) -> std::optional<unsigned> {
                  if (!self.getElementType().isIntOrFloat())
                    return std::nullopt;
                  return self.getElementTypeBitWidth();
                });
  functions.add("ShapedType.getRank",
                [](ShapedType self) -> std::optional<int64_t> {
                  if (!self.hasRank())
                    return std::nullopt;
                  return self.getRank();
                });
  functions.add("ShapedType.getShape",
                [](ShapedType self) -> std::optional<SmallVector<int64_t>> {
                  if (!self.hasRank())
                    return std::nullopt;
                  return llvm::to_vector(self.getShape());
                });
  functions.add("ShapedType.getNumElements",
                [](ShapedType self) -> std::optional<int64_t> {
                  if (!self.hasStaticShape())
                    return std::nullopt;
                  return self.getNumElements();
                });
  functions.add("ShapedType.getDimSize", [](ShapedType self, unsigned dim) {
    return getDimension(self, dim);
  });
  functions.add("ShapedType.isDynamicDim",
                [](ShapedType self, unsigned dim) -> std::optional<bool> {
                  std::optional<int64_t> size = getDimension(self, dim);
                  if (!size)
                    return std::nullopt;
                  return ShapedType::isDynamic(*size);
                });
  functions.add("ShapedType.getNumDynamicDims",
                [](ShapedType self) -> std::optional<int64_t> {
                  if (!self.hasRank())
                    return std::nullopt;
                  return self.getNumDynamicDims();
                });
  functions.add("ShapedType.hasStaticShape",
                [](ShapedType self, SmallVector<int64_t> shape) {
                  return self.hasStaticShape(shape);
                });
  functions.add("ShapedType::isDynamic",
                [](int64_t size) { return ShapedType::isDynamic(size); });
  functions.add("ShapedType::kDynamic", [] { return ShapedType::kDynamic; });
  METHOD(RankedTensorType, getEncoding);
  METHOD(BaseMemRefType, getMemorySpace);
  METHOD(MemRefType, getLayout);
  METHOD(MemRefLayoutAttrInterface, getAffineMap);
  LIST_METHOD(VectorType, getScalableDims);
  functions.add("VectorType.getNumScalableDims", [](VectorType self) {
    return static_cast<int64_t>(self.getNumScalableDims());
  });
}

static void addChangedShapes(CodeFunctions &functions) {
  auto isShape = [](ArrayRef<int64_t> shape) {
    return llvm::all_of(shape, [](int64_t size) {
      return size >= 0 || ShapedType::isDynamic(size);
    });
  };
  functions.add("RankedTensorType.clone",
                [](RankedTensorType self, Type element) {
                  return TensorType::isValidElementType(element)
                             ? std::optional(self.clone(element))
                             : std::nullopt;
                });
  functions.add("RankedTensorType.clone",
                [=](RankedTensorType self, SmallVector<int64_t> shape)
                    -> std::optional<RankedTensorType> {
                  if (!isShape(shape))
                    return std::nullopt;
                  return self.clone(shape);
                });
  functions.add("RankedTensorType.clone",
                [=](RankedTensorType self, SmallVector<int64_t> shape,
                    Type element) -> std::optional<RankedTensorType> {
                  if (!isShape(shape) ||
                      !TensorType::isValidElementType(element))
                    return std::nullopt;
                  return self.clone(shape, element);
                });
  functions.add("VectorType.clone",
                [](VectorType self, Type element) -> std::optional<VectorType> {
                  if (!VectorType::isValidElementType(element))
                    return std::nullopt;
                  return self.clone(element);
                });
  functions.add("ShapedType.clone",
                [](ShapedType self, Type element) -> std::optional<ShapedType> {
                  bool isValid =
                      isa<VectorType>(self)
                          ? VectorType::isValidElementType(element)
                      : isa<TensorType>(self)
                          ? TensorType::isValidElementType(element)
                      : isa<BaseMemRefType>(self) &&
                            BaseMemRefType::isValidElementType(element);
                  if (!isValid)
                    return std::nullopt;
                  return self.clone(element);
                });
}

void pdll::addTypeFunctions(CodeFunctions &functions) {
  addKinds(functions);
  addScalarTypes(functions);
  addShapes(functions);
  addChangedShapes(functions);
  functions.add("getElementTypeOrSelf",
                [](Type type) { return getElementTypeOrSelf(type); });
  functions.add("getElementTypeOrSelf",
                [](Value value) { return getElementTypeOrSelf(value); });
  functions.add("getElementTypeOrSelf", [](TypedAttr attribute) {
    return getElementTypeOrSelf(attribute.getType());
  });
}
