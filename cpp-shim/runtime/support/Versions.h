// What differs between the versions of LLVM that the shim is compiled for.
//
// No other file of the shim asks for the version. Texts in `embedded`, which the
// compilers of users read, do so themselves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_VERSIONS_H
#define PDLL_SUPPORT_VERSIONS_H

#include "mlir/IR/OperationSupport.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Allocator.h"

#include <cstddef>

namespace pdll {

// LLVM 23: properties know their type, so that a null pointer is none.
#if LLVM_VERSION_MAJOR >= 23
using Properties = mlir::PropertyRef;
inline Properties noProperties() { return {}; }
#else
using Properties = mlir::OpaqueProperties;
inline Properties noProperties() { return nullptr; }
#endif

// LLVM 23: allocators count what they have, and no longer what they gave away.
#if LLVM_VERSION_MAJOR >= 23
inline bool isUsed(const llvm::BumpPtrAllocator &memory) {
  return memory.GetNumSlabs() != 0;
}
inline size_t getNumBytes(const llvm::BumpPtrAllocator &memory) {
  return memory.getTotalMemory();
}
#else
inline bool isUsed(const llvm::BumpPtrAllocator &memory) {
  return memory.getBytesAllocated() != 0;
}
inline size_t getNumBytes(const llvm::BumpPtrAllocator &memory) {
  return memory.getBytesAllocated();
}
#endif

} // namespace pdll

#endif // PDLL_SUPPORT_VERSIONS_H
