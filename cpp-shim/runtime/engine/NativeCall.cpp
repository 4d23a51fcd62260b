// Calls of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/NativeCall.h"
#include "patterns/Growth.h"
#include "support/Versions.h"

using namespace mlir;
using namespace pdll;

namespace {

/// The arguments of a call. They point to the ranges among them.
class Arguments {
public:
  Arguments(ArrayRef<TypedRegister> typed, const Registers &registers);
  ArrayRef<PDLValue> get() const { return values; }

private:
  PDLValue read(TypedRegister typed, const Registers &registers);

  SmallVector<PDLValue, 8> values;
  // There is room for all of them from the start.
  SmallVector<ValueRange, 4> valueRanges;
  SmallVector<TypeRange, 4> typeRanges;
};

/// The results of a call.
class Results : public PDLResultList {
public:
  explicit Results(size_t count) : PDLResultList(count) {}

  void count(Growth &growth) const;
  void store(ArrayRef<TypedRegister> typed, Registers &registers,
             llvm::BumpPtrAllocator &memory, Growth *growth) const;

private:
  static void store(PDLValue result, TypedRegister typed, Registers &registers,
                    llvm::BumpPtrAllocator &memory, Growth *growth);
};

} // namespace

Arguments::Arguments(ArrayRef<TypedRegister> typed,
                     const Registers &registers) {
  valueRanges.reserve(typed.size());
  typeRanges.reserve(typed.size());
  for (TypedRegister argument : typed)
    values.push_back(read(argument, registers));
}

PDLValue Arguments::read(TypedRegister typed, const Registers &registers) {
  if (!registers.has(typed))
    return PDLValue();
  switch (typed.kind) {
  case PdllAttribute:
    return registers.getAttribute(typed.number);
  case PdllOperation:
    return registers.getOperation(typed.number);
  case PdllType:
    return registers.getType(typed.number);
  case PdllTypeRange:
    return &typeRanges.emplace_back(registers.getTypes(typed.number));
  case PdllValue:
    return registers.getValue(typed.number);
  case PdllValueRange:
    return &valueRanges.emplace_back(registers.getValues(typed.number));
  }
  llvm_unreachable("these are all");
}

/// Values and operations are counted elsewhere.
void Results::count(Growth &growth) const {
  for (PDLValue result : results) {
    if (!result)
      continue;
    if (result.isa<Attribute>())
      growth.addMade(result.cast<Attribute>());
    else if (result.isa<Type>())
      growth.addMade(result.cast<Type>());
    else if (result.isa<TypeRange>())
      for (Type type : result.cast<TypeRange>())
        growth.addMade(type);
  }
}

void Results::store(ArrayRef<TypedRegister> typed, Registers &registers,
                    llvm::BumpPtrAllocator &memory, Growth *growth) const {
  for (auto [index, one] : llvm::enumerate(typed))
    store(index < results.size() ? results[index] : PDLValue(), one, registers,
          memory, growth);
}

/// Whether a function returned what the pattern expects.
static bool isOfKind(PDLValue value, PdllKind kind) {
  static_assert(static_cast<int>(PDLValue::Kind::Attribute) == PdllAttribute &&
                static_cast<int>(PDLValue::Kind::ValueRange) == PdllValueRange);
  return value && static_cast<int>(value.getKind()) == kind;
}

void Results::store(PDLValue result, TypedRegister typed, Registers &registers,
                    llvm::BumpPtrAllocator &memory, Growth *growth) {
  if (!isOfKind(result, typed.kind))
    return registers.setMissing(typed);
  switch (typed.kind) {
  case PdllValueRange:
    registers.set(typed.number, result.cast<ValueRange>());
    return keepRange(registers, typed, memory, growth);
  case PdllTypeRange:
    registers.set(typed.number, result.cast<TypeRange>());
    return keepRange(registers, typed, memory, growth);
  case PdllAttribute:
  case PdllOperation:
  case PdllType:
  case PdllValue:
    return registers.set(typed.number, result.getAsOpaquePointer());
  }
}

LogicalResult pdll::callNative(const BoundCall &call, Registers &registers,
                               PatternRewriter &rewriter,
                               llvm::BumpPtrAllocator &memory, Growth *growth,
                               Expected expected) {
  assert(call.function && "only patterns that are used run");
  Arguments arguments(call.arguments, registers);
  Results results(call.results.size());
  LogicalResult result = call.function(rewriter, results, arguments.get());
  if (growth)
    results.count(*growth);
  if (succeeded(result) && expected == Expected::Success) {
    results.store(call.results, registers, memory, growth);
    return success();
  }
  for (TypedRegister missing : call.results)
    registers.setMissing(missing);
  return success(failed(result) && expected == Expected::Failure);
}

/// Whether a direct constraint holds for what the registers hold.
static bool holds(const BoundCall &call, const Registers &registers,
                  const void **results) {
  const void *arguments[maxDirect];
  for (auto [index, argument] : llvm::enumerate(call.arguments)) {
    arguments[index] = registers.get(argument.number);
    if (!arguments[index])
      return false;
  }
  return call.direct(arguments, results);
}

static void count(const BoundCall &call, const void *const *results,
                  Growth &growth) {
  for (auto [index, result] : llvm::enumerate(call.results)) {
    if (result.kind == PdllAttribute)
      growth.addMade(Attribute::getFromOpaquePointer(results[index]));
    else
      growth.addMade(Type::getFromOpaquePointer(results[index]));
  }
}

static bool callAnew(const BoundCall &call, Registers &registers,
                     Growth *growth, Expected expected) {
  // A constraint that holds sets all of them.
  const void *results[maxDirect];
  bool isTrue = holds(call, registers, results);
  if (isTrue && growth)
    count(call, results, *growth);
  bool isExpected = isTrue == (expected == Expected::Success);
  for (auto [index, result] : llvm::enumerate(call.results))
    registers.set(result.number,
                  isTrue && isExpected ? results[index] : nullptr);
  return isExpected;
}

bool pdll::callDirect(const BoundCall &call, uint32_t number,
                      Registers &registers, ConstraintMemo &memo,
                      Growth *growth, Expected expected) {
  if (!call.isRemembered)
    return callAnew(call, registers, growth, expected);
  return memo.ask(number, call.arguments, call.results, registers,
                  [&] { return callAnew(call, registers, growth, expected); });
}

template <typename Range>
static auto copy(Range range, llvm::BumpPtrAllocator &memory) {
  using Element = std::decay_t<decltype(range[0])>;
  auto *copied = memory.Allocate<Element>(range.size());
  std::uninitialized_copy(range.begin(), range.end(), copied);
  return ArrayRef<Element>(copied, range.size());
}

void pdll::keepRange(Registers &registers, TypedRegister range,
                     llvm::BumpPtrAllocator &memory, Growth *growth) {
  size_t length = registers.getLength(range.number);
  if (growth && !growth->addRange(getNumBytes(memory), length))
    registers.setMissing(range);
  else if (range.kind == PdllValueRange)
    registers.set(range.number,
                  ValueRange(copy(registers.getValues(range.number), memory)));
  else
    registers.set(range.number,
                  TypeRange(copy(registers.getTypes(range.number), memory)));
}
