// Which created operations need not be verified.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/VerifiedCreations.h"

using namespace mlir;
using namespace pdll;

/// Whether what the verifier reads of the types and attributes of `op` may
/// change, as that of an identified structure does when it gets a body.
static bool mayChange(Operation *op) {
  auto isMutable = [](Type type) {
    return type.hasTrait<TypeTrait::IsMutable>();
  };
  return llvm::any_of(op->getOperandTypes(), isMutable) ||
         llvm::any_of(op->getResultTypes(), isMutable) ||
         llvm::any_of(op->getAttrs(), [](NamedAttribute attribute) {
           return attribute.getValue().hasTrait<AttributeTrait::IsMutable>();
         });
}

const VerifiedCreations::Entry *
VerifiedCreations::find(const Entry &entry) const {
  const Entry *place = &entries[entry.getPlace()];
  if (LLVM_LIKELY(place[0] == entry))
    return &place[0];
  return place[1] == entry ? &place[1] : nullptr;
}

void VerifiedCreations::add(uint32_t number, const BoundCreation &creation,
                            Operation *op, const Registers &registers) {
  Entry entry(number);
  auto add = [&](const void *part) { return entry.add(part); };
  if (!visitParts(creation, op, registers, add) || mayChange(op))
    return;
  if (creation.infers) {
    if (op->getNumResults() > maxInferred)
      return;
    entry.numInferred = op->getNumResults();
    llvm::copy(op->getResultTypes(), entry.inferred.begin());
  }
  if (entries.empty())
    entries.resize(size_t(1) << numEntriesLog2);
  Entry *place = &entries[entry.getPlace()];
  if (!(place[0] == entry))
    place[1] = place[0];
  place[0] = entry;
}
