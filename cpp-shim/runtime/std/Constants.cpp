// Constants.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"
#include "support/Traits.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"

using namespace mlir;
using namespace pdll;
using llvm::APFloat;

/// The attribute of a constant, or null if the value is not a constant.
static Attribute getConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || !isConstantLike(op->getName()))
    return {};
  SmallVector<OpFoldResult, 1> folded;
  if (failed(op->fold(folded)) || folded.size() != 1)
    return {};
  return dyn_cast_if_present<Attribute>(folded.front());
}

static Attribute getConstantScalar(Value value) {
  Attribute constant = getConstant(value);
  Attribute scalar = constant ? getScalar(constant) : Attribute();
  return isa_and_present<IntegerAttr, FloatAttr>(scalar) ? scalar : Attribute();
}

/// Whether an attribute can hold one value for all elements of `type`.
static bool canBeSplat(ShapedType type) {
  return isa<RankedTensorType, VectorType>(type) && type.hasStaticShape();
}

/// A splat of `value`, or null if `type` cannot hold it.
static Attribute makeSplat(ShapedType type, TypedAttr value) {
  if (!canBeSplat(type) || value.getType() != type.getElementType() ||
      !isa<IntegerAttr, FloatAttr>(value))
    return {};
  return DenseElementsAttr::get(type, ArrayRef<Attribute>{value});
}

/// The result of `makeScalar` for a number type, a splat of it for a shape, or
/// null for any other type.
static Attribute
makeForElements(Type type, llvm::function_ref<Attribute(Type)> makeScalar) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !canBeSplat(shaped))
    return {};
  Attribute scalar = makeScalar(shaped ? shaped.getElementType() : type);
  if (!scalar || !shaped)
    return scalar;
  return makeSplat(shaped, cast<TypedAttr>(scalar));
}

static Attribute makeNumber(Type type, Attribute number) {
  return makeForElements(
      type, [&](Type scalar) { return castNumber(number, scalar); });
}

/// The number in a constant or splat of `type`: a plain number gives way to the
/// type.
static Attribute giveWay(Attribute number, Type type) {
  Attribute made =
      isPlainNumber(number) ? makeNumber(type, number) : Attribute();
  return made ? made : number;
}

static Attribute makeInteger(Type type, int64_t number) {
  return makeNumber(type, getIntegerAttr(type.getContext(), number));
}

static Attribute makeInfinity(Type type, bool isNegative) {
  return makeForElements(type, [&](Type scalar) -> Attribute {
    auto floatType = dyn_cast<FloatType>(scalar);
    if (!floatType || !APFloat::semanticsHasInf(floatType.getFloatSemantics()))
      return {};
    return FloatAttr::get(
        floatType, APFloat::getInf(floatType.getFloatSemantics(), isNegative));
  });
}

/// The constant that a dialect creates for `value`, or null if it cannot create
/// one.
static Value materialize(PatternRewriter &rewriter, Dialect *dialect,
                         Attribute value, Type type, Location loc) {
  Operation *op = dialect->materializeConstant(rewriter, value, type, loc);
  if (!op)
    return {};
  if (op->getNumResults() == 1 && op->getResult(0).getType() == type)
    return op->getResult(0);
  rewriter.eraseOp(op);
  return {};
}

/// Asks the dialect of `op` first, and then the one that has constants of most
/// types.
static FailureOr<Value> materializeConstant(PatternRewriter &rewriter,
                                            Attribute value, Type type,
                                            Operation *op) {
  value = giveWay(value, type);
  auto shaped = dyn_cast<ShapedType>(type);
  auto typed = dyn_cast<TypedAttr>(value);
  if (Attribute splat =
          shaped && typed ? makeSplat(shaped, typed) : Attribute())
    typed = cast<TypedAttr>(value = splat);
  if (typed && !isa<NoneType>(typed.getType()) && typed.getType() != type)
    return refuse(
        "the type of the attribute differs from the type of the value");
  Dialect *arith = op->getContext()->getLoadedDialect("arith");
  for (Dialect *dialect : {op->getDialect(), arith})
    if (dialect)
      if (Value constant =
              materialize(rewriter, dialect, value, type, op->getLoc()))
        return constant;
  return refuse("no dialect makes a constant of this attribute and type");
}

static void addValueFunctions(Natives &natives) {
  addConstraint(natives, "IsConstant",
                [](Value value) { return !!getConstant(value); });
  addConstraint(natives, "GetConstant",
                [](Value value) { return getConstant(value); });
  addConstraint(natives, "ConstantEquals", [](Value value, Attribute expected) {
    Attribute constant = getConstant(value);
    if (!constant)
      return false;
    Attribute scalar = getScalar(constant);
    return constant == expected || (scalar && isSameNumber(scalar, expected));
  });
  addConstraint(natives, "GetConstantScalar",
                [](Value value) { return getConstantScalar(value); });
  addRewrite(natives, "MaterializeConstant", materializeConstant);
}

void pdll::addConstantFunctions(Natives &natives) {
  addValueFunctions(natives);
  addConstraint(natives, "IsSplat", [](SplatElementsAttr) { return true; });
  addConstraint(natives, "GetSplatValue", [](SplatElementsAttr elements) {
    return elements.getSplatValue<Attribute>();
  });
  addConstraint(natives, "MakeSplat", [](Type type, TypedAttr value) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      return Attribute();
    Type element = shaped.getElementType();
    return makeSplat(shaped, cast<TypedAttr>(giveWay(value, element)));
  });
  addConstraint(natives, "MakeZero",
                [](Type type) { return makeInteger(type, 0); });
  addConstraint(natives, "MakeOne",
                [](Type type) { return makeInteger(type, 1); });
  addConstraint(natives, "MakeNumber", makeNumber);
  addConstraint(natives, "MakeInfinity", [](Type type) {
    return makeInfinity(type, /*isNegative=*/false);
  });
  addConstraint(natives, "MakeNegativeInfinity", [](Type type) {
    return makeInfinity(type, /*isNegative=*/true);
  });
}
