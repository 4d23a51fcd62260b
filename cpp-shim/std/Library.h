// The standard library, by subject: each part stands for the file of its name
// in src/std, which documents the functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_LIBRARY_H
#define PDLL_STD_LIBRARY_H

#include "natives/Natives.h"

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

void addAttributeFunctions(Natives &natives);
void addNumberFunctions(Natives &natives);
void addConstantFunctions(Natives &natives);
void addTypeFunctions(Natives &natives);
void addShapeFunctions(Natives &natives);
void addUseFunctions(Natives &natives);
void addRangeFunctions(Natives &natives);
void addOperationFunctions(Natives &natives);
void addRegionFunctions(Natives &natives);
void addSymbolFunctions(Natives &natives);

/// All of them.
void addStandardLibrary(Natives &natives);

/// Loads the dialects of the operations that calls of the library create.
void loadDialectsOfLibrary(mlir::ModuleOp patterns);

/// Checks what can be known of the arguments of such calls: that interfaces are
/// ones that the library knows.
mlir::LogicalResult checkLibraryCalls(mlir::ModuleOp patterns);

} // namespace pdll

#endif // PDLL_STD_LIBRARY_H
