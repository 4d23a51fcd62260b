// The attributes of `pdl` operations that belong to pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_ATTRIBUTECHECK_H
#define PDLL_CHECK_ATTRIBUTECHECK_H

#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Checks that each attribute whose name begins with `pdll.` is one that pdll
/// knows, is on an operation where it has a meaning, and is a unit if only its
/// presence counts. All others would be ignored, such as misspelt ones in
/// patterns that somebody has written by hand.
mlir::LogicalResult checkAttributes(mlir::ModuleOp module);

} // namespace pdll

#endif // PDLL_CHECK_ATTRIBUTECHECK_H
