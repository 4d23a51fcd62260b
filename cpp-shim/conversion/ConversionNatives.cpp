// The native rewrites of MLIR's Transforms/DialectConversion.pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionNatives.h"
#include "conversion/ConversionMonitor.h"

using namespace mlir;
using namespace pdll;

/// What converts types on this thread; null if types stay as they are.
static const TypeConverter *getConverter() {
  ConversionMonitor *monitor = ConversionMonitor::getCurrent();
  return monitor ? monitor->getConversion().getTypeConverter() : nullptr;
}

static FailureOr<Type> convert(Type type) {
  const TypeConverter *converter = getConverter();
  if (!converter)
    return type;
  Type converted = converter->convertType(type);
  if (!converted)
    return failure();
  return converted;
}

/// In a conversion, what a value will be replaced by.
static LogicalResult convert(ValueRange values,
                             SmallVectorImpl<Value> &converted) {
  if (ConversionMonitor *monitor = ConversionMonitor::getCurrent())
    return monitor->getRewriter().getRemappedValues(values, converted);
  llvm::append_range(converted, values);
  return success();
}

static LogicalResult convertType(PatternRewriter &, PDLResultList &results,
                                 ArrayRef<PDLValue> arguments) {
  FailureOr<Type> converted = convert(arguments[0].cast<Type>());
  if (failed(converted))
    return failure();
  results.push_back(*converted);
  return success();
}

static LogicalResult convertTypes(PatternRewriter &, PDLResultList &results,
                                  ArrayRef<PDLValue> arguments) {
  SmallVector<Type> types;
  for (Type type : arguments[0].cast<TypeRange>()) {
    FailureOr<Type> converted = convert(type);
    if (failed(converted))
      return failure();
    types.push_back(*converted);
  }
  results.push_back(TypeRange(types));
  return success();
}

static LogicalResult convertValue(PatternRewriter &, PDLResultList &results,
                                  ArrayRef<PDLValue> arguments) {
  SmallVector<Value> converted;
  if (failed(convert(arguments[0].cast<Value>(), converted)) ||
      !converted.front())
    return failure();
  results.push_back(converted.front());
  return success();
}

static LogicalResult convertValues(PatternRewriter &, PDLResultList &results,
                                   ArrayRef<PDLValue> arguments) {
  SmallVector<Value> converted;
  if (failed(convert(arguments[0].cast<ValueRange>(), converted)) ||
      llvm::is_contained(converted, Value()))
    return failure();
  results.push_back(ValueRange(converted));
  return success();
}

void pdll::addConversionNatives(Natives &natives) {
  auto add = [&](StringRef name, StringRef signature, auto *function) {
    natives.addOwn(PdllNativeRewrite, name, signature, function);
  };
  add("convertType", "(Type) -> Type", convertType);
  add("convertTypes", "(TypeRange) -> TypeRange", convertTypes);
  add("convertValue", "(Value) -> Value", convertValue);
  add("convertValues", "(ValueRange) -> ValueRange", convertValues);
}
