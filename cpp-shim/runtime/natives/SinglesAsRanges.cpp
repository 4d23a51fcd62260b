// Single values and types as arguments where ranges are expected.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/SinglesAsRanges.h"

using namespace mlir;
using namespace pdll;

namespace {

/// The arguments of a call, with ranges of one in place of single values and
/// types. Must outlive the call.
class Widened {
public:
  Widened(ArrayRef<PDLValue> arguments, const NativeSignature &signature);
  Widened(const Widened &) = delete;
  Widened &operator=(const Widened &) = delete;
  ArrayRef<PDLValue> get() const { return arguments; }

private:
  SmallVector<PDLValue> arguments;
  // Arguments point to the ranges, and these to the elements, so that there is
  // room for all of them from the start.
  SmallVector<Value> values;
  SmallVector<Type> types;
  SmallVector<ValueRange> valueRanges;
  SmallVector<TypeRange> typeRanges;
};

} // namespace

Widened::Widened(ArrayRef<PDLValue> given, const NativeSignature &signature)
    : arguments(given) {
  values.reserve(given.size());
  types.reserve(given.size());
  valueRanges.reserve(given.size());
  typeRanges.reserve(given.size());
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    PdllKind kind = signature.getParameter(index).kind;
    if (kind == PdllValueRange && argument.isa<Value>()) {
      values.push_back(argument.cast<Value>());
      argument = &valueRanges.emplace_back(ArrayRef<Value>(&values.back(), 1));
    } else if (kind == PdllTypeRange && argument.isa<Type>()) {
      types.push_back(argument.cast<Type>());
      argument = &typeRanges.emplace_back(ArrayRef<Type>(&types.back(), 1));
    }
  }
}

PDLConstraintFunction pdll::acceptSingles(const NativeSignature &signature,
                                          PDLConstraintFunction function) {
  if (!signature.hasRanges())
    return function;
  return [signature, function = std::move(function)](
             PatternRewriter &rewriter, PDLResultList &results,
             ArrayRef<PDLValue> arguments) {
    bool hasSingles =
        llvm::any_of(llvm::enumerate(arguments), [&](const auto &argument) {
          PdllKind kind = signature.getParameter(argument.index()).kind;
          PDLValue value = argument.value();
          return (kind == PdllValueRange && value.template isa<Value>()) ||
                 (kind == PdllTypeRange && value.template isa<Type>());
        });
    if (!hasSingles)
      return function(rewriter, results, arguments);
    return function(rewriter, results, Widened(arguments, signature).get());
  };
}
