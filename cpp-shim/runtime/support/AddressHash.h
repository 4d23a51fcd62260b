// Places for addresses in tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_ADDRESSHASH_H
#define PDLL_SUPPORT_ADDRESSHASH_H

#include <cstdint>

namespace pdll {

/// A number whose lowest bits differ between addresses. What MLIR allocates
/// together often lies at regular distances; the middle of the product differs for
/// all of them, while the top hardly does for distances that are Fibonacci numbers.
inline uint32_t hashAddress(uintptr_t address) {
  return static_cast<uint32_t>((address * 0x9e3779b97f4a7c15u) >> 32);
}

} // namespace pdll

#endif // PDLL_SUPPORT_ADDRESSHASH_H
