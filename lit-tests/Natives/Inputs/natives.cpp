// A library of native functions in C++, of all that can be registered.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pdll/NativeRegistry.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>
#include <stdexcept>

using namespace mlir;

static bool hasOneUse(Value value) { return value.hasOneUse(); }

static LogicalResult isSplat(PatternRewriter &, DenseElementsAttr elements) {
  return success(elements.isSplat());
}

static void registerConstraints(pdll::NativeRegistry &registry) {
  registry.constraint("IsEven",
                      [](IntegerAttr value) { return !value.getValue()[0]; });
  registry.constraint("HasOneUse", hasOneUse);
  registry.constraint("IsSplat", isSplat);
  registry.constraint("IsAddition",
                      [](arith::AddIOp) noexcept { return true; });
  registry.constraint("HasEffects",
                      [](Operation *op) { return !isMemoryEffectFree(op); });
  registry.constraint("IsInteger",
                      [](TypedValue<IntegerType>) { return true; });
  registry.constraint("IsResult", [](OpResult) { return true; });
  registry.constraint("IsMissing", [](std::optional<Attribute> attribute) {
    return !attribute;
  });
  registry.constraint("MissingOrEven", [](std::optional<IntegerAttr> value) {
    return !value || !value->getValue()[0];
  });
  registry.constraint(
      "AllSame", [](ArrayRef<Type> types) { return llvm::all_equal(types); });
  registry.constraint("SameTypes", [](ValueRange values, TypeRange types) {
    return values.getTypes() == types;
  });
  registry.constraint("WidthOf",
                      [](TypedValue<IntegerType> value)
                          -> FailureOr<std::pair<Type, IntegerAttr>> {
                        unsigned width = value.getType().getWidth();
                        if (width < 8)
                          return failure();
                        Builder builder(value.getContext());
                        return std::pair<Type, IntegerAttr>(
                            builder.getIntegerType(width * 2),
                            builder.getI64IntegerAttr(width));
                      });
  registry.constraint("TypeOf", [](Value value) { return value.getType(); });
  registry.constraint(
      "Listed",
      [](PatternRewriter &rewriter, PDLResultList &results, Value value) {
        results.push_back(value.getType());
        results.push_back(rewriter.getUnitAttr());
        return success();
      },
      "Type, Attr");
  registry.constraint(
      "ListedWrong",
      [](PDLResultList &results, Value value) {
        results.push_back(value.getType());
        return success();
      },
      "Type, Attr");
}

static void registerRewrites(pdll::NativeRegistry &registry) {
  int64_t captured = 5;
  registry.rewrite("Captured", [captured](OpBuilder &builder) {
    return builder.getI32IntegerAttr(captured);
  });
  registry.rewrite("Double", [](PatternRewriter &rewriter, Value value) {
    return arith::AddIOp::create(rewriter, value.getLoc(), value, value);
  });
  registry.rewrite(
      "Tag", [](PatternRewriter &rewriter, Operation *op, Attribute tag) {
        rewriter.modifyOpInPlace(op, [&] { op->setAttr("t.tag", tag); });
      });
  registry.rewrite("OperandsOf",
                   [](Operation *op) { return op->getOperands(); });
  registry.rewrite("Reversed", [](ValueRange values) {
    return llvm::to_vector(llvm::reverse(values));
  });
  registry.rewrite("ReversedTypes", [](const TypeRange &types) {
    SmallVector<Type> reversed = llvm::to_vector(llvm::reverse(types));
    return std::make_tuple(reversed, reversed.front());
  });
  registry.rewrite("Root",
                   [](PatternRewriter &rewriter,
                      IntegerAttr value) -> FailureOr<IntegerAttr> {
                     auto root =
                         static_cast<int64_t>(std::sqrt(value.getInt()));
                     if (root * root != value.getInt())
                       return failure();
                     return rewriter.getIntegerAttr(value.getType(), root);
                   });
  registry.rewrite("Fail", [](Value) -> LogicalResult { return failure(); });
  registry.rewrite("Throw",
                   [](Value) { throw std::runtime_error("far away"); });
  registry.rewrite("Nothing", [](Value) { return Attribute(); });
}

PDLL_NATIVE_FUNCTIONS(registry) {
  registerConstraints(registry);
  registerRewrites(registry);
}
