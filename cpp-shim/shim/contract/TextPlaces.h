// Where the parts of a parsed text stand in it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_TEXTPLACES_H
#define PDLL_CONTRACT_TEXTPLACES_H

#include "contract/Common.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// The places of operations and values. They are those of the operations that
// were parsed, as long as nothing changes these.
typedef struct PdllTextPlaces PdllTextPlaces;

// A range of bytes; empty if nothing is known.
typedef struct {
  size_t start;
  size_t end;
} PdllTextRange;

// A module, and the places in its text. The caller owns both.
typedef struct {
  MlirModule module;
  PdllTextPlaces *places;
} PdllParsedText;

// Parses MLIR text or bytecode, as pdllParseModule does. Bytecode has no
// places. On failure both parts are null.
PdllParsedText pdllParseWithPlaces(MlirContext context, PdllString text,
                                   PdllString name);
void pdllTextPlacesDestroy(PdllTextPlaces *places);

// Returns where the name of an operation stands, or all of the operation.
PdllTextRange pdllPlaceOfName(const PdllTextPlaces *places,
                              MlirOperation operation);
PdllTextRange pdllPlaceOfOperation(const PdllTextPlaces *places,
                                   MlirOperation operation);

// Returns where an operation mentions the operand with that index.
PdllTextRange pdllPlaceOfOperand(const PdllTextPlaces *places,
                                 MlirOperation operation, size_t index);

// Returns where an operation names its result with that index.
PdllTextRange pdllPlaceOfResult(const PdllTextPlaces *places,
                                MlirOperation operation, size_t index);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_TEXTPLACES_H
