// Reading long lists of operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_OPERATIONPREFETCH_H
#define PDLL_SUPPORT_OPERATIONPREFETCH_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Fetches what is likely to be the operation some places further in a list,
/// where one waits for the memory of each in turn. Operations that were made
/// one after the other often lie in memory at equal distances.
class OperationPrefetch {
public:
  /// `op` is read now, and was behind the one that was read before.
  void advance(mlir::Operation &op) {
    constexpr uintptr_t places = 16;
    auto address = reinterpret_cast<uintptr_t>(&op);
    uintptr_t guess = address + places * (address - previous);
    // No address is wrong for this.
    LLVM_PREFETCH(reinterpret_cast<const void *>(guess), /*rw=*/0,
                  /*locality=*/3);
    previous = address;
  }

private:
  uintptr_t previous = 0;
};

} // namespace pdll

#endif // PDLL_SUPPORT_OPERATIONPREFETCH_H
