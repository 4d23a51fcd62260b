// Prefetching for walks over long lists of operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_OPERATIONPREFETCH_H
#define PDLL_SUPPORT_OPERATIONPREFETCH_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Prefetches an operation and what is right behind it, its operands. An
/// invalid address has no effect.
inline void prefetchOperation(const void *op) {
  constexpr uintptr_t lineSize = 64;
  LLVM_PREFETCH(op, /*rw=*/0, /*locality=*/3);
  LLVM_PREFETCH(static_cast<const char *>(op) + lineSize, /*rw=*/0,
                /*locality=*/3);
}

/// Prefetches the operation that is probably some places further in a list, so
/// that a walk does not wait for the memory of each operation in turn.
/// Operations that were created one after the other often lie at equal
/// distances in memory.
class OperationPrefetch {
public:
  /// Call this for each operation of the list in turn.
  void advance(mlir::Operation &op) {
    constexpr uintptr_t places = 16;
    auto address = reinterpret_cast<uintptr_t>(&op);
    uintptr_t guess = address + places * (address - previous);
    prefetchOperation(reinterpret_cast<const void *>(guess));
    previous = address;
  }

private:
  uintptr_t previous = 0;
};

} // namespace pdll

#endif // PDLL_SUPPORT_OPERATIONPREFETCH_H
