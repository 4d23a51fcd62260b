// Which operations and types a conversion must reach.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_CONVERSION_H
#define PDLL_CONTRACT_CONVERSION_H

#include "contract/Common.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  PdllConversionPartial,
  PdllConversionFull,
  PdllConversionAnalysis
} PdllConversionMode;

// The goal of a conversion. Operations that are in no list are neither legal
// nor illegal; the dialect `*` in `legalDialects` stands for all operations
// that are in no list.
typedef struct {
  PdllConversionMode mode;
  PdllStrings legalDialects;
  PdllStrings legalOps;
  // Legal if their types need no conversion.
  PdllStrings dynamicDialects;
  PdllStrings dynamicOps;
  PdllStrings illegalDialects;
  PdllStrings illegalOps;
  // Pairs of types, as in `index=i64,f64=f32`.
  PdllString typeConversion;
  // Whether functions are converted together with calls, returns and branches.
  bool convertSignatures;
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
