// The native rewrites of MLIR's Transforms/DialectConversion.pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONNATIVES_H
#define PDLL_CONVERSION_CONVERSIONNATIVES_H

#include "natives/Natives.h"

namespace pdll {

/// Adds the native rewrites that MLIR's Transforms/DialectConversion.pdll
/// declares: `convertType`, `convertTypes`, `convertValue` and `convertValues`.
/// Outside of a conversion they return their arguments.
void addConversionNatives(Natives &natives);

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONNATIVES_H
