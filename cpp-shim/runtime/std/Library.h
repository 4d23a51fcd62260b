// The standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_LIBRARY_H
#define PDLL_STD_LIBRARY_H

#include "natives/Natives.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// The functions of all parts, and the predicates of the types of dialects if
/// they were offered. The names of all begin with PDLL_LIBRARY_PREFIX.
llvm::SmallVector<const Natives *, 3>
getStandardLibrary(std::optional<llvm::StringRef> name);

/// From now on, the library has the predicates of the types of dialects. These
/// refer to all dialects, which a program that does not need them need not have.
void offerTypeDefPredicates();

/// The same, for the function that adds them.
void offer(void (*addTypeDefPredicates)(Natives &));

/// Loads the dialects of operations that calls of the library name, and of
/// types that they make.
void loadDialectsOfLibrary(mlir::ModuleOp patterns);

/// Checks the arguments that are known before a match: the names of interfaces
/// and traits.
mlir::LogicalResult checkLibraryCalls(mlir::ModuleOp patterns);

/// Whether one of the two above looks at calls of a function.
bool areCallsChecked(llvm::StringRef function);

} // namespace pdll

#endif // PDLL_STD_LIBRARY_H
