// Makes the goal of a conversion from its options.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CREATECONVERSION_H
#define PDLL_CONVERSION_CREATECONVERSION_H

#include "conversion/Conversion.h"

#include <memory>

namespace pdll {

/// Checks the options, and loads the dialects that they name. On failure the
/// reason has been reported, and the result is null.
std::unique_ptr<PdllConversion>
createConversion(mlir::MLIRContext *context,
                 const PdllConversionOptions &options);

} // namespace pdll

#endif // PDLL_CONVERSION_CREATECONVERSION_H
