// Diagnostics that cross the boundary.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_DIAGNOSTICS_H
#define PDLL_CONTRACT_DIAGNOSTICS_H

#include "contract/Common.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// One message at a place in a source file. `line` and `column` count from 1;
// `line` 0 means that the message has no place.
typedef struct {
  PdllString file;
  uint32_t line;
  uint32_t column;
  PdllString message;
} PdllMessage;

typedef enum {
  PdllSeverityError,
  PdllSeverityWarning,
  PdllSeverityRemark
} PdllSeverity;

// Hands a diagnostic with `numNotes` notes to the diagnostic engine of
// `context`. `name`, which may be empty, is what -W calls it, and lives as long
// as the process.
void pdllEmitDiagnostic(MlirContext context, PdllSeverity severity,
                        PdllString name, PdllMessage message,
                        const PdllMessage *notes, size_t numNotes);

// A text about a location of MLIR's.
typedef struct {
  MlirLocation location;
  PdllString text;
} PdllRemark;

// As pdllEmitDiagnostic, for the context of the locations.
void pdllEmitDiagnosticAt(PdllSeverity severity, PdllString name,
                          PdllRemark message, const PdllRemark *notes,
                          size_t numNotes);

// The name that pdll gave to a diagnostic or to a note of it, which the result
// borrows; empty if there is none.
PdllString pdllDiagnosticGetName(MlirDiagnostic diagnostic);
// Whether a diagnostic goes away without its notes, which are other warnings.
bool pdllDiagnosticNeedsNotes(MlirDiagnostic diagnostic);

// Receives a diagnostic.
typedef void (*PdllDiagnosticReceiver)(PdllSeverity severity,
                                       PdllMessage message,
                                       const PdllMessage *notes,
                                       size_t numNotes, void *userData);

// Receives the diagnostics that this thread hands to the engine of `context`,
// from the creation of the capture until it is destroyed. The place of a
// message is the first place in a file that its location names.
typedef struct PdllDiagnosticCapture PdllDiagnosticCapture;
PdllDiagnosticCapture *
pdllDiagnosticCaptureCreate(MlirContext context, PdllDiagnosticReceiver receive,
                            void *userData);
void pdllDiagnosticCaptureDestroy(PdllDiagnosticCapture *capture);

// Checks the `expected-error` and similar comments of `buffer`, as mlir-opt's
// --verify-diagnostics does. The verifier owns a copy of the text, receives the
// diagnostics of `context` from its creation on, and must be finished before
// the context is destroyed.
typedef struct PdllDiagnosticVerifier PdllDiagnosticVerifier;
PdllDiagnosticVerifier *pdllDiagnosticVerifierCreate(MlirContext context,
                                                     PdllString name,
                                                     PdllString buffer);

// Consumes the verifier. Returns whether exactly the expected diagnostics were
// seen; the differences have been printed to standard error.
bool pdllDiagnosticVerifierFinish(PdllDiagnosticVerifier *verifier);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_DIAGNOSTICS_H
