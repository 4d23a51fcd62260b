// The native functions that pdll brings along.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Natives.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pdll;

/// How many values or types `value` is, which must be one or several of them.
static std::optional<size_t> getSize(PDLValue value) {
  if (!value)
    return std::nullopt;
  switch (value.getKind()) {
  case PDLValue::Kind::Type:
  case PDLValue::Kind::Value:
    return 1;
  case PDLValue::Kind::TypeRange:
    return value.cast<TypeRange>().size();
  case PDLValue::Kind::ValueRange:
    return value.cast<ValueRange>().size();
  case PDLValue::Kind::Attribute:
  case PDLValue::Kind::Operation:
    break;
  }
  return std::nullopt;
}

/// Something that another native function failed to give counts as none: a
/// rewrite cannot fail, and the verifier will see that the sizes are wrong.
static LogicalResult getSegmentSizes(PatternRewriter &rewriter,
                                     PDLResultList &results,
                                     ArrayRef<PDLValue> arguments) {
  SmallVector<int32_t> sizes =
      llvm::map_to_vector(arguments, [](PDLValue value) -> int32_t {
        return static_cast<int32_t>(getSize(value).value_or(0));
      });
  results.push_back(rewriter.getDenseI32ArrayAttr(sizes));
  return success();
}

// The run time may apply constraints before it knows that an argument is there.

LogicalResult pdll::getTypeOf(PatternRewriter &, PDLResultList &results,
                              ArrayRef<PDLValue> arguments) {
  if (!arguments[0] || !arguments[0].isa<Value>())
    return failure();
  results.push_back(arguments[0].cast<Value>().getType());
  return success();
}

LogicalResult pdll::getTypesOf(PatternRewriter &, PDLResultList &results,
                               ArrayRef<PDLValue> arguments) {
  if (!arguments[0] || !arguments[0].isa<ValueRange>())
    return failure();
  results.push_back(TypeRange(arguments[0].cast<ValueRange>()));
  return success();
}

void pdll::addBuiltinNatives(Natives &natives) {
  // Its arguments may be of several kinds.
  llvm::cantFail(natives.add(PdllNativeRewrite, "pdll.segment_sizes",
                             {std::nullopt, getSegmentSizes, ""}));
  natives.addOwn(PdllNativeConstraint, "pdll.type_of", "(Value) -> Type",
                 getTypeOf);
  natives.addOwn(PdllNativeConstraint, "pdll.types_of",
                 "(ValueRange) -> TypeRange", getTypesOf);
}
