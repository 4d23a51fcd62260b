// Checks of the native functions that patterns name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_NATIVECHECK_H
#define PDLL_CHECK_NATIVECHECK_H

#include "natives/Natives.h"

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Checks that every native function that the patterns name is in `natives`,
/// and takes and returns what it is used for.
mlir::LogicalResult checkNatives(mlir::ModuleOp patterns,
                                 const Natives &natives);

} // namespace pdll

#endif // PDLL_CHECK_NATIVECHECK_H
