// Conversion of the types of functions, and of all that must agree with them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_SIGNATURECONVERSION_H
#define PDLL_CONVERSION_SIGNATURECONVERSION_H

#include "mlir/Transforms/DialectConversion.h"

namespace pdll {

/// Whether operations of this name may have to be converted with signatures.
bool canHaveSignature(mlir::RegisteredOperationName name);

/// Whether `op` is one of them where it stands: a function, a call, or what
/// passes control on within a function or ends it.
bool hasSignature(mlir::Operation *op);

/// Whether `op` agrees with signatures that have no converted type.
bool hasLegalSignature(mlir::Operation *op,
                       const mlir::TypeConverter &converter);

/// Adds patterns that convert such operations, in a conversion that was asked
/// to. They know the operations of the dialects that are loaded now.
void addSignaturePatterns(mlir::RewritePatternSet &patterns);

} // namespace pdll

#endif // PDLL_CONVERSION_SIGNATURECONVERSION_H
