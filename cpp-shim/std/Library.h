// The standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_LIBRARY_H
#define PDLL_STD_LIBRARY_H

#include "natives/Natives.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Adds the functions of all parts.
void addStandardLibrary(Natives &natives);

/// Loads the dialects of operations that calls of the library name.
void loadDialectsOfLibrary(mlir::ModuleOp patterns);

/// Checks the arguments that are known before a match: the names of interfaces
/// and traits.
mlir::LogicalResult checkLibraryCalls(mlir::ModuleOp patterns);

/// The names of operations that a call passes, if it is a call of the library.
llvm::SmallVector<mlir::StringAttr, 1>
getOperationNames(mlir::pdl::ApplyNativeConstraintOp call);

} // namespace pdll

#endif // PDLL_STD_LIBRARY_H
