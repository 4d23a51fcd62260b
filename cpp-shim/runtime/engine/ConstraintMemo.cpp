// What direct constraints said before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/ConstraintMemo.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

bool ConstraintMemo::covers(ArrayRef<TypedRegister> arguments,
                            ArrayRef<TypedRegister> results) {
  bool readsAttributes = llvm::any_of(arguments, [](TypedRegister argument) {
    return argument.kind == PdllAttribute;
  });
  // Only the class of a type is faster to look at again.
  return !arguments.empty() && canHold(arguments.size(), results.size()) &&
         (readsAttributes || !results.empty());
}

/// Whether what a constraint reads of these may change, as that of an
/// identified structure does when it gets a body.
bool ConstraintMemo::mayChange(ArrayRef<TypedRegister> typed,
                               const Registers &registers) {
  return llvm::any_of(typed, [&](TypedRegister one) {
    if (!registers.has(one))
      return false;
    if (one.kind == PdllType)
      return registers.getType(one.number).hasTrait<TypeTrait::IsMutable>();
    Attribute attribute = registers.getAttribute(one.number);
    return attribute.hasTrait<AttributeTrait::IsMutable>() ||
           isa<DenseResourceElementsAttr>(attribute);
  });
}

void ConstraintMemo::remember(const Question &question, bool holds,
                              ArrayRef<TypedRegister> results,
                              const Registers &registers) {
  if (entries.empty())
    entries.resize(size_t(1) << numEntriesLog2);
  Entry &entry = entries[question.getPlace()];
  entry.question = question;
  entry.holds = holds;
  for (auto [index, result] : llvm::enumerate(results))
    entry.results[index] = registers.get(result.number);
}
