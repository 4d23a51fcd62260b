// Interfaces of operations, by name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_INTERFACES_H
#define PDLL_STD_INTERFACES_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Whether MLIR has an interface of that name.
bool isInterface(llvm::StringRef name);

/// The interface of MLIR that may have been meant; empty if there is none.
llvm::StringRef getClosestInterface(llvm::StringRef name);

/// Whether the operation has the interface, which must be one of MLIR's.
bool hasInterface(mlir::Operation *op, llvm::StringRef name);

} // namespace pdll

#endif // PDLL_STD_INTERFACES_H
