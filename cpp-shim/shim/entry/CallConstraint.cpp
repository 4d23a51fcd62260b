// Calls native constraints for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Natives.h"
#include "contract/Strings.h"
#include "factory/DefaultNatives.h"
#include "natives/FailureReason.h"
#include "patterns/Growth.h"
#include "std/AnyOf.h"

#include "mlir/CAPI/IR.h"

#include <deque>

using namespace mlir;
using namespace pdll;

namespace {

/// Arguments in the form of the dialect pdl, which point to their ranges.
class Arguments {
public:
  explicit Arguments(ArrayRef<PdllNativeValue> arguments) {
    for (const PdllNativeValue &argument : arguments)
      values.push_back(argument.isNull ? PDLValue() : read(argument));
  }
  ArrayRef<PDLValue> get() const { return values; }

private:
  PDLValue read(const PdllNativeValue &argument);

  SmallVector<PDLValue> values;
  // A deque does not move its elements when it grows.
  std::deque<SmallVector<Type>> types;
  std::deque<SmallVector<Value>> operands;
  std::deque<TypeRange> typeRanges;
  std::deque<ValueRange> valueRanges;
};

/// Results that can be read.
class Results : public PDLResultList {
public:
  explicit Results(size_t count) : PDLResultList(count) {}
  ArrayRef<PDLValue> get() const { return results; }
};

/// Keeps the last reason that a constraint states with `notifyMatchFailure`.
class ReasonListener : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> describe) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    describe(diagnostic);
    reason = diagnostic.str();
  }

  std::string reason;
};

} // namespace

PDLValue Arguments::read(const PdllNativeValue &argument) {
  ArrayRef<void *const> elements(argument.elements, argument.numElements);
  switch (argument.kind) {
  case PdllAttribute:
    return Attribute::getFromOpaquePointer(elements.front());
  case PdllOperation:
    return static_cast<Operation *>(elements.front());
  case PdllType:
    return Type::getFromOpaquePointer(elements.front());
  case PdllValue:
    return Value::getFromOpaquePointer(elements.front());
  case PdllTypeRange:
    types.push_back(llvm::map_to_vector(
        elements, [](void *type) { return Type::getFromOpaquePointer(type); }));
    return &typeRanges.emplace_back(types.back());
  case PdllValueRange:
    operands.push_back(llvm::map_to_vector(elements, [](void *value) {
      return Value::getFromOpaquePointer(value);
    }));
    return &valueRanges.emplace_back(operands.back());
  }
  llvm_unreachable("these are all");
}

/// Calls `receive` with a result.
static void
handOver(PDLValue result,
         llvm::function_ref<void(const PdllNativeValue &)> receive) {
  static_assert(static_cast<int>(PDLValue::Kind::Attribute) == PdllAttribute &&
                static_cast<int>(PDLValue::Kind::ValueRange) == PdllValueRange);
  SmallVector<void *> elements;
  auto add = [&](auto element) {
    elements.push_back(const_cast<void *>(element.getAsOpaquePointer()));
  };
  if (!result)
    return receive({PdllAttribute, /*isNull=*/true, 0, nullptr});
  if (result.isa<TypeRange>())
    llvm::for_each(result.cast<TypeRange>(), add);
  else if (result.isa<ValueRange>())
    llvm::for_each(result.cast<ValueRange>(), add);
  else
    add(result);
  receive({static_cast<PdllKind>(result.getKind()), /*isNull=*/false,
           elements.size(), elements.data()});
}

/// The megabytes that one call may make. A run would go on to its own, larger limit. But
/// whoever explains keeps copies of all results, and shows them.
static constexpr int64_t maxMegabytes = 64;

/// Whether a call has made more than anyone would look at.
static bool areTooLarge(ArrayRef<PDLValue> results) {
  Growth growth(/*root=*/nullptr);
  growth.setMaxMegabytes(maxMegabytes);
  for (PDLValue result : results) {
    if (result && result.isa<Attribute>())
      growth.addMade(result.cast<Attribute>());
    else if (result && result.isa<Type>())
      growth.addMade(result.cast<Type>());
  }
  return growth.isExceeded();
}

bool pdllHasLibraryConstraint(PdllString name) {
  return getLibraryFunctions().lookup(PdllNativeConstraint, toStringRef(name));
}

PdllConstraintOutcome
pdllNativesCallConstraint(const PdllNatives *natives, MlirContext context,
                          PdllString name, const PdllNativeValue *cArguments,
                          size_t numArguments, size_t numResults,
                          PdllNativeResultCallback receive,
                          PdllErrorCallback report, void *userData) {
  const Natives &all = natives ? *natives : getLibraryFunctions();
  const Native &native = *all.lookup(PdllNativeConstraint, toStringRef(name));
  Arguments arguments(ArrayRef(cArguments, numArguments));
  if (native.findMissing(arguments.get()))
    return PdllConstraintMissesArgument;
  ReasonListener listener;
  PatternRewriter rewriter(unwrap(context));
  rewriter.setListener(&listener);
  Results results(numResults);
  clearFailureReason();
  if (failed(native.function(rewriter, results, arguments.get()))) {
    if (!getFailureReason().empty()) {
      report(toPdllString(getFailureReason()), userData);
      return PdllConstraintBreaks;
    }
    if (!listener.reason.empty())
      report(toPdllString(listener.reason), userData);
    return PdllConstraintFails;
  }
  if (areTooLarge(results.get())) {
    report(toPdllString("its results are too large to be explained"), userData);
    return PdllConstraintBreaks;
  }
  for (PDLValue result : results.get())
    handOver(result,
             [&](const PdllNativeValue &value) { receive(&value, userData); });
  return PdllConstraintHolds;
}
