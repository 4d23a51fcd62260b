// What dialects know about the operations of patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CHECK_KNOWNOPERATIONS_H
#define PDLL_CHECK_KNOWNOPERATIONS_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace pdll {

/// Whether the dialect of that operation is loaded and does not have it. So no
/// program can contain such an operation.
bool isUnknownToItsDialect(llvm::StringRef name, mlir::MLIRContext *context);

/// Adds the name of an operation that may have been meant to the message.
void suggestOperation(mlir::InFlightDiagnostic &message, llvm::StringRef name,
                      mlir::MLIRContext *context);

/// The number of operands that `name` must have, if it must have another one
/// than `op`.
std::optional<unsigned> findNumOperands(mlir::pdl::OperationOp op,
                                        mlir::RegisteredOperationName name);

/// The attributes of `op` that have constant values.
mlir::NamedAttrList getConstantAttributes(mlir::pdl::OperationOp op);

} // namespace pdll

#endif // PDLL_CHECK_KNOWNOPERATIONS_H
