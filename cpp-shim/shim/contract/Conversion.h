// Which operations and types a conversion must reach.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_CONVERSION_H
#define PDLL_CONTRACT_CONVERSION_H

#include "contract/Options.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// The goal of a conversion, as the options of `apply-pdll` say it. Operations
// that are in no list are neither legal nor illegal.
typedef struct {
#define PDLL_CONVERSION_OPTION(Type, Member, ...) Type Member;
#include "contract/Options.def"
} PdllConversionOptions;

// Options that have been checked. Several threads may use them at once.
typedef struct PdllConversion PdllConversion;

// Checks the options, and loads the dialects that they name. The caller owns
// the conversion, and destroys it before the context. On failure the errors
// have gone to the diagnostic engine of the context, and the result is null.
PdllConversion *pdllConversionCreate(MlirContext context,
                                     const PdllConversionOptions *options);
void pdllConversionDestroy(PdllConversion *conversion);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_CONVERSION_H
