// What stands for values in a conversion that is running.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/RemapValues.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Takes what stands for the operands of an operation. Only to such patterns
/// MLIR gives several values for an operand.
class RemappingPattern : public ConversionPattern {
public:
  RemappingPattern(const TypeConverter &converter, MLIRContext *context,
                   SmallVectorImpl<ValueGroup> &groups)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context),
        groups(groups) {}

  LogicalResult
  matchAndRewrite(Operation *, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &) const override {
    for (ValueRange range : operands)
      groups.push_back(llvm::to_vector(range));
    return success();
  }

private:
  SmallVectorImpl<ValueGroup> &groups;
};

} // namespace

/// Remaps one value, as the operand of an operation that nobody else sees.
static LogicalResult remapValue(const RemappingPattern &pattern, Value value,
                                ConversionPatternRewriter &rewriter) {
  OperationState state(value.getLoc(),
                       UnrealizedConversionCastOp::getOperationName());
  state.addOperands(value);
  Operation *user = Operation::create(state);
  LogicalResult result =
      static_cast<const ConversionPattern &>(pattern).matchAndRewrite(user,
                                                                      rewriter);
  user->destroy();
  return result;
}

LogicalResult pdll::remapValues(ConversionPatternRewriter &rewriter,
                                const PdllConversion &conversion,
                                ValueRange values,
                                SmallVectorImpl<ValueGroup> &groups) {
  RemappingPattern pattern(conversion.converter, conversion.context, groups);
  for (Value value : values) {
    SmallVector<Type> types;
    if (failed(conversion.converter.convertType(value.getType(), types)))
      return failure();
    if (types.size() != 1) {
      if (failed(remapValue(pattern, value, rewriter)))
        return failure();
      continue;
    }
    Value remapped = rewriter.getRemappedValue(value);
    if (!remapped)
      return failure();
    groups.push_back({remapped});
  }
  return success();
}

std::optional<SmallVector<ValueGroup>>
pdll::divideReplacement(Operation *op, ArrayRef<Value> values,
                        const PdllConversion &conversion) {
  SmallVector<ValueGroup> groups;
  bool isDivided = false;
  for (Type type : op->getResultTypes()) {
    SmallVector<Type> types;
    if (failed(conversion.converter.convertType(type, types)) ||
        types.size() > values.size())
      return std::nullopt;
    ArrayRef<Value> group = values.take_front(types.size());
    values = values.drop_front(types.size());
    groups.emplace_back(group);
    if (types.size() == 1)
      continue;
    isDivided = true;
    for (auto [value, expected] : llvm::zip_equal(group, types))
      if (!value || value.getType() != expected)
        return std::nullopt;
  }
  if (!isDivided || !values.empty())
    return std::nullopt;
  return groups;
}

static std::string listTypes(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '(';
  llvm::interleaveComma(types, stream);
  stream << ')';
  return text;
}

std::optional<std::string>
pdll::explainDivision(Operation *op, ArrayRef<Value> values,
                      const PdllConversion &conversion) {
  SmallVector<Type> types;
  if (llvm::is_contained(values, Value()) ||
      failed(conversion.converter.convertTypes(op->getResultTypes(), types)) ||
      types.size() == op->getNumResults())
    return std::nullopt;
  return ("it replaces the results of `" + op->getName().getStringRef() +
          "`, which become values of the types `" + listTypes(types) +
          "`, by values of the types `" +
          listTypes(ValueRange(values).getTypes()) + "`")
      .str();
}
