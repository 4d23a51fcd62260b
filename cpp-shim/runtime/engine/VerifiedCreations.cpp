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
  const Entry *place = &entries[entry.getPlace(numEntriesLog2)];
  if (LLVM_LIKELY(place[0] == entry))
    return &place[0];
  return place[1] == entry ? &place[1] : nullptr;
}

void VerifiedCreations::add(const BoundCreation &creation, Operation *op,
                            const Registers &registers) {
  Entry entry(creation.kind);
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
  numLost += put(entry);
  if (numLost > entries.size() / 2 && numEntriesLog2 < maxLog2)
    grow();
}

/// Returns whether that has driven another entry out.
bool VerifiedCreations::put(const Entry &entry) {
  Entry *place = &entries[entry.getPlace(numEntriesLog2)];
  bool isLost = false;
  if (!(place[0] == entry)) {
    isLost = place[1].kind != PDLL_NONE && !(place[1] == entry);
    place[1] = place[0];
  }
  place[0] = entry;
  return isLost;
}

void VerifiedCreations::grow() {
  std::vector<Entry> old(size_t(1) << ++numEntriesLog2);
  old.swap(entries);
  numLost = 0;
  for (const Entry &entry : old)
    if (entry.kind != PDLL_NONE)
      put(entry);
}
