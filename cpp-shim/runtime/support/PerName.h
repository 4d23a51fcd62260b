// What is known of operations by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PERNAME_H
#define PDLL_SUPPORT_PERNAME_H

#include "support/AddressHash.h"

#include "mlir/IR/OperationSupport.h"

#include <vector>

namespace pdll {

/// Keeps what the name of an operation tells. Many operations have few names, and
/// to ask again takes a few instructions: the address where MLIR has the name
/// determines the place, and most places are free.
template <typename Info> class PerName {
public:
  /// What `compute` has returned for this name when it was asked for first.
  template <typename Compute>
  LLVM_ATTRIBUTE_ALWAYS_INLINE Info get(mlir::OperationName name,
                                        Compute compute) {
    const void *key = name.getAsOpaquePointer();
    const Slot &slot = slots[getPlace(key)];
    return LLVM_LIKELY(slot.key == key) ? slot.info : find(key, compute);
  }

private:
  struct Slot {
    const void *key = nullptr;
    Info info = {};
  };

  size_t getPlace(const void *key) const {
    return hashAddress(reinterpret_cast<uintptr_t>(key)) & mask;
  }

  /// The slot of `key`, or the free one that it gets.
  Slot &getSlot(const void *key) {
    size_t place = getPlace(key);
    while (slots[place].key && slots[place].key != key)
      place = (place + 1) & mask;
    return slots[place];
  }

  template <typename Compute>
  LLVM_ATTRIBUTE_NOINLINE Info find(const void *key, Compute compute) {
    if (const Slot &slot = getSlot(key); slot.key)
      return slot.info;
    // It may ask for other names.
    Info info = compute();
    if (8 * ++numNames > mask)
      grow();
    getSlot(key) = {key, info};
    return info;
  }

  void grow() {
    std::vector<Slot> old(2 * slots.size());
    old.swap(slots);
    mask = slots.size() - 1;
    for (const Slot &slot : old)
      if (slot.key)
        getSlot(slot.key) = slot;
  }

  size_t numNames = 0;
  /// One less than the number of slots, which is a power of two.
  size_t mask = 127;
  std::vector<Slot> slots = std::vector<Slot>(mask + 1);
};

} // namespace pdll

#endif // PDLL_SUPPORT_PERNAME_H
