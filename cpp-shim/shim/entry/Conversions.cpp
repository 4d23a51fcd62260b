// Creates the goals of conversions for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/CreateConversion.h"

#include "mlir/CAPI/IR.h"

using namespace pdll;

PdllConversion *pdllConversionCreate(MlirContext context,
                                     const PdllConversionOptions *options) {
  return createConversion(unwrap(context), *options).release();
}

void pdllConversionDestroy(PdllConversion *conversion) { delete conversion; }
