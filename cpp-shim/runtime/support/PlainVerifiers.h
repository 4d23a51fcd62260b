// Operations whose verifiers look at the operations alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PLAINVERIFIERS_H
#define PDLL_SUPPORT_PLAINVERIFIERS_H

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/ArrayRef.h"

namespace pdll {

/// The names, sorted, of MLIR's operations that have no regions and successors,
/// and whose verifiers look at nothing but the numbers and types of their
/// operands and results, their attributes and their properties. Where such an
/// operation infers the types of its results, it does so from the same.
llvm::ArrayRef<const char *> getPlainVerifiers();

/// Whether `name` is that of such an operation.
bool hasPlainVerifier(mlir::OperationName name);

} // namespace pdll

#endif // PDLL_SUPPORT_PLAINVERIFIERS_H
