// The limits of the numbers in MLIR's bytecode.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_CAPACITY_H
#define PDLL_LOWERING_CAPACITY_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Checks that the numbers of the bytecode are enough for the patterns of
/// `module`. Otherwise reports the first pattern that does not fit.
mlir::LogicalResult checkCapacity(mlir::ModuleOp module);

} // namespace pdll

#endif // PDLL_LOWERING_CAPACITY_H
