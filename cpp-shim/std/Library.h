// The standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_LIBRARY_H
#define PDLL_STD_LIBRARY_H

#include "natives/Natives.h"

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Adds the functions of all parts.
void addStandardLibrary(Natives &natives);

/// Loads the dialects of the operations that calls of the library create.
void loadDialectsOfLibrary(mlir::ModuleOp patterns);

/// Checks what can be known of the arguments of such calls: that interfaces are
/// ones that the library knows.
mlir::LogicalResult checkLibraryCalls(mlir::ModuleOp patterns);

} // namespace pdll

#endif // PDLL_STD_LIBRARY_H
