// The native rewrites of MLIR's Transforms/DialectConversion.pdll, and the
// conversions of the standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionNatives.h"
#include "conversion/ConversionMonitor.h"
#include "conversion/RemapValues.h"
#include "std/Function.h"

using namespace mlir;
using namespace pdll;

/// Adds the types that `type` is converted to.
static LogicalResult convert(Type type, SmallVectorImpl<Type> &converted) {
  TypePatterns *patterns = TypePatterns::getCurrent();
  if (const TypeConverter *converter =
          patterns ? patterns->getConverter() : nullptr)
    return converter->convertType(type, converted);
  converted.push_back(type);
  return success();
}

/// Adds what a value will be replaced by in a conversion.
static LogicalResult convert(ValueRange values,
                             SmallVectorImpl<Value> &converted) {
  ConversionMonitor *monitor = ConversionMonitor::getCurrent();
  if (!monitor) {
    llvm::append_range(converted, values);
    return success();
  }
  SmallVector<ValueGroup> groups;
  if (failed(remapValues(monitor->getRewriter(), monitor->getConversion(),
                         values, groups)))
    return failure();
  for (const ValueGroup &group : groups)
    llvm::append_range(converted, group);
  return success(!llvm::is_contained(converted, Value()));
}

/// Fails, because something of that type is not converted to one `thing`.
static LogicalResult refuse(Type type, size_t count, StringRef thing,
                            StringRef function) {
  std::string reason;
  llvm::raw_string_ostream(reason)
      << "`" << type << "` is converted to " << count << " " << thing
      << "s; use `" << function << "`";
  setFailureReason(reason);
  return failure();
}

static LogicalResult convertType(PatternRewriter &, PDLResultList &results,
                                 ArrayRef<PDLValue> arguments) {
  Type type = arguments[0].cast<Type>();
  SmallVector<Type> converted;
  if (failed(convert(type, converted)))
    return failure();
  if (converted.size() != 1)
    return refuse(type, converted.size(), "type", "convertTypes");
  results.push_back(converted.front());
  return success();
}

static LogicalResult convertTypes(PatternRewriter &, PDLResultList &results,
                                  ArrayRef<PDLValue> arguments) {
  SmallVector<Type> types;
  for (Type type : arguments[0].cast<TypeRange>())
    if (failed(convert(type, types)))
      return failure();
  results.push_back(TypeRange(types));
  return success();
}

static LogicalResult convertValue(PatternRewriter &, PDLResultList &results,
                                  ArrayRef<PDLValue> arguments) {
  Value value = arguments[0].cast<Value>();
  SmallVector<Value> converted;
  if (failed(convert(value, converted)))
    return failure();
  if (converted.size() != 1)
    return refuse(value.getType(), converted.size(), "value", "convertValues");
  results.push_back(converted.front());
  return success();
}

static LogicalResult convertValues(PatternRewriter &, PDLResultList &results,
                                   ArrayRef<PDLValue> arguments) {
  SmallVector<Value> converted;
  if (failed(convert(arguments[0].cast<ValueRange>(), converted)))
    return failure();
  results.push_back(ValueRange(converted));
  return success();
}

static LogicalResult convertTo(PatternRewriter &, TypeRange types) {
  if (TypePatterns::setConverted(types))
    return success();
  return refuse("no conversion asks for a type");
}

static FailureOr<Type> getConvertedType(Type type) {
  SmallVector<Type> types;
  if (failed(convert(type, types)) || types.size() != 1)
    return failure();
  return types.front();
}

static FailureOr<SmallVector<Type>> getConvertedTypes(TypeRange range) {
  SmallVector<Type> types;
  for (Type type : range)
    if (failed(convert(type, types)))
      return failure();
  return types;
}

void pdll::addConversionNatives(Natives &natives) {
  auto add = [&](StringRef name, StringRef signature, auto *function) {
    natives.addOwn(PdllNativeRewrite, name, signature, function);
  };
  add("convertType", "(Type) -> Type", convertType);
  add("convertTypes", "(TypeRange) -> TypeRange", convertTypes);
  add("convertValue", "(Value) -> Value", convertValue);
  add("convertValues", "(ValueRange) -> ValueRange", convertValues);
  addRewrite(natives, "ConvertTo", convertTo);
  addConstraint(natives, "GetConvertedType", getConvertedType);
  addConstraint(natives, "GetConvertedTypes", getConvertedTypes);
}
