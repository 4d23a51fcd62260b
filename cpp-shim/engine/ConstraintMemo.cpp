// What direct constraints said before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/ConstraintMemo.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

/// The number of entries, a power of two.
static constexpr size_t numEntries = 256;

bool ConstraintMemo::covers(ArrayRef<TypedRegister> arguments,
                            ArrayRef<TypedRegister> results) {
  bool readsAttributes = llvm::any_of(arguments, [](TypedRegister argument) {
    return argument.kind == PdllAttribute;
  });
  // Only the class of a type is faster to look at again.
  return !arguments.empty() && arguments.size() <= maxArguments &&
         results.size() <= maxResults && (readsAttributes || !results.empty());
}

/// Pointers are aligned, so that their lowest bits say nothing.
static size_t mix(const void *pointer) {
  auto bits = reinterpret_cast<uintptr_t>(pointer);
  return (bits >> 3) ^ (bits >> 11);
}

/// Whether what a constraint reads of a type or an attribute may change, as
/// that of an identified structure does when it gets a body.
static bool mayChange(const void *pointer, PdllKind kind) {
  if (kind == PdllType)
    return Type::getFromOpaquePointer(pointer).hasTrait<TypeTrait::IsMutable>();
  Attribute attribute = Attribute::getFromOpaquePointer(pointer);
  return attribute.hasTrait<AttributeTrait::IsMutable>() ||
         isa<DenseResourceElementsAttr>(attribute);
}

bool ConstraintMemo::call(uint32_t number, const BoundCall &call,
                          const void *const *arguments, const void **results) {
  assert(call.isRemembered);
  if (entries.empty())
    entries.resize(numEntries);
  Arguments key = {arguments[0],
                   call.arguments.size() > 1 ? arguments[1] : nullptr};
  Entry &entry =
      entries[(mix(key[0]) ^ 3 * mix(key[1]) ^ 37 * number) % numEntries];
  if (entry.number != number || entry.arguments != key) {
    for (auto [argument, pointer] : llvm::zip(call.arguments, key))
      if (mayChange(pointer, argument.kind))
        return call.direct(arguments, results);
    entry = {key, {}, number, false};
    entry.holds = call.direct(arguments, entry.results.data());
  }
  llvm::copy(ArrayRef(entry.results).take_front(call.results.size()), results);
  return entry.holds;
}
