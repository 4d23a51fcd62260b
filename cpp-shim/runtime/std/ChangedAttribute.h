// Changes of one attribute of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_CHANGEDATTRIBUTE_H
#define PDLL_STD_CHANGEDATTRIBUTE_H

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Sets an attribute, or removes it if `value` is null. Fails, says why, and changes
/// nothing if this would make a valid operation invalid.
llvm::LogicalResult changeAttr(mlir::PatternRewriter &rewriter,
                               mlir::Operation *op, mlir::StringAttr name,
                               mlir::Attribute value);

} // namespace pdll

#endif // PDLL_STD_CHANGEDATTRIBUTE_H
