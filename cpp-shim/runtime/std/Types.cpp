// Types, their parts, and types that consist of others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"
#include "std/Shapes.h"
#include "support/QuietVerifier.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pdll;

/// The type that `make` builds, or null if it is not valid.
template <typename Make>
static Type makeChecked(MLIRContext *context, Make make) {
  Type result;
  catchDiagnostic(context, [&] {
    result = make([&] { return emitError(UnknownLoc::get(context)); });
    return success(!!result);
  });
  return result;
}

static Type makeIntegerType(IntegerAttr width, StringAttr signedness) {
  std::optional<int64_t> bits = getInt64(width);
  using Signedness = IntegerType::SignednessSemantics;
  auto kind = llvm::StringSwitch<std::optional<Signedness>>(signedness)
                  .Case("signless", Signedness::Signless)
                  .Case("signed", Signedness::Signed)
                  .Case("unsigned", Signedness::Unsigned)
                  .Default(std::nullopt);
  if (!bits || *bits < 1 || *bits > IntegerType::kMaxWidth || !kind)
    return {};
  return IntegerType::get(width.getContext(), *bits, *kind);
}

/// `type` with other sizes and elements; null if it cannot have them.
static Type rebuild(ShapedType type, ArrayRef<int64_t> shape, Type element) {
  bool keepsRank =
      type.hasRank() && static_cast<size_t>(type.getRank()) == shape.size();
  return makeChecked(type.getContext(), [&](auto emitError) -> Type {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return RankedTensorType::getChecked(emitError, shape, element,
                                          tensor.getEncoding());
    if (isa<UnrankedTensorType>(type))
      return RankedTensorType::getChecked(emitError, shape, element);
    if (auto vector = dyn_cast<VectorType>(type))
      return VectorType::getChecked(emitError, shape, element,
                                    keepsRank ? vector.getScalableDims()
                                              : ArrayRef<bool>());
    if (auto memref = dyn_cast<MemRefType>(type))
      return keepsRank || memref.getLayout().isIdentity()
                 ? MemRefType::getChecked(emitError, shape, element,
                                          keepsRank
                                              ? memref.getLayout()
                                              : MemRefLayoutAttrInterface(),
                                          memref.getMemorySpace())
                 : MemRefType();
    if (auto memref = dyn_cast<UnrankedMemRefType>(type))
      return MemRefType::getChecked(emitError, shape, element,
                                    MemRefLayoutAttrInterface(),
                                    memref.getMemorySpace());
    return {};
  });
}

static Type withElementType(ShapedType type, Type element) {
  if (type.hasRank())
    return rebuild(type, type.getShape(), element);
  return makeChecked(type.getContext(), [&](auto emitError) -> Type {
    if (isa<UnrankedTensorType>(type))
      return UnrankedTensorType::getChecked(emitError, element);
    if (auto memref = dyn_cast<UnrankedMemRefType>(type))
      return UnrankedMemRefType::getChecked(emitError, element,
                                            memref.getMemorySpace());
    return {};
  });
}

static void addTypeQuestions(Natives &natives) {
  addConstraint(natives, "IsIntegerType", [](IntegerType) { return true; });
  addConstraint(natives, "IsFloatType", [](FloatType) { return true; });
  addConstraint(natives, "IsIndexType", [](IndexType) { return true; });
  addConstraint(natives, "IsTensorType", [](TensorType) { return true; });
  addConstraint(natives, "IsVectorType", [](VectorType) { return true; });
  addConstraint(natives, "IsMemRefType", [](BaseMemRefType) { return true; });
  addConstraint(natives, "IsSigned",
                [](IntegerType type) { return type.isSigned(); });
  addConstraint(natives, "IsUnsigned",
                [](IntegerType type) { return type.isUnsigned(); });
  addConstraint(natives, "IsSignless",
                [](IntegerType type) { return type.isSignless(); });
  addConstraint(natives, "HasBitWidth", [](Type type, IntegerAttr width) {
    return type.isIntOrFloat() &&
           getInt64(width) == type.getIntOrFloatBitWidth();
  });
  addConstraint(natives, "SameElementType", [](Type a, Type b) {
    return getElementTypeOrSelf(a) == getElementTypeOrSelf(b);
  });
}

static void addTypeParts(Natives &natives) {
  addConstraint(natives, "GetElementType",
                [](ShapedType type) { return type.getElementType(); });
  addConstraint(natives, "GetElementTypeOrSelf",
                [](Type type) { return getElementTypeOrSelf(type); });
  addConstraint(natives, "GetBitWidth", [](Type type) -> IntegerAttr {
    if (!type.isIntOrFloat())
      return {};
    return getIntegerAttr(type.getContext(), type.getIntOrFloatBitWidth());
  });
  addConstraint(natives, "GetFunctionInputs", [](FunctionType type) {
    return llvm::to_vector_of<Type>(type.getInputs());
  });
  addConstraint(natives, "GetFunctionResults", [](FunctionType type) {
    return llvm::to_vector_of<Type>(type.getResults());
  });
  addRewrite(natives, "TypeOf", [](Value value) { return value.getType(); });
  addRewrite(natives, "TypesOf", [](ValueRange values) {
    return llvm::to_vector_of<Type>(values.getTypes());
  });
}

void pdll::addTypeFunctions(Natives &natives) {
  addTypeQuestions(natives);
  addTypeParts(natives);
  addConstraint(natives, "MakeIntegerType", makeIntegerType);
  addConstraint(
      natives, "MakeTensorType", [](DenseI64ArrayAttr shape, Type element) {
        return makeChecked(shape.getContext(), [&](auto emitError) -> Type {
          return RankedTensorType::getChecked(emitError, getSizes(shape),
                                              element);
        });
      });
  addConstraint(
      natives, "MakeVectorType", [](DenseI64ArrayAttr shape, Type element) {
        return makeChecked(shape.getContext(), [&](auto emitError) -> Type {
          return VectorType::getChecked(emitError, shape.asArrayRef(), element);
        });
      });
  addConstraint(
      natives, "MakeMemRefType", [](DenseI64ArrayAttr shape, Type element) {
        return makeChecked(shape.getContext(), [&](auto emitError) -> Type {
          return MemRefType::getChecked(emitError, getSizes(shape), element);
        });
      });
  addConstraint(
      natives, "MakeFunctionType",
      [](PatternRewriter &rewriter, TypeRange inputs, TypeRange results) {
        return rewriter.getFunctionType(inputs, results);
      });
  addConstraint(natives, "WithElementType", withElementType);
  addConstraint(natives, "WithShape",
                [](ShapedType type, DenseI64ArrayAttr shape) {
                  return rebuild(type, getSizes(shape), type.getElementType());
                });
  addConstraint(
      natives, "WithBitWidth", [](IntegerType type, IntegerAttr width) -> Type {
        std::optional<int64_t> bits = getInt64(width);
        if (!bits || *bits < 1 || *bits > IntegerType::kMaxWidth)
          return {};
        return IntegerType::get(type.getContext(), *bits, type.getSignedness());
      });
}
