// Hands diagnostics from Rust to MLIR, and verifies expected ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Diagnostics.h"
#include "contract/Strings.h"
#include "support/WarningName.h"

#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pdll;

static Location getLocation(MLIRContext *context, const PdllMessage &message) {
  if (message.line == 0)
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, toStringRef(message.file), message.line,
                             message.column);
}

static DiagnosticSeverity getSeverity(PdllSeverity severity) {
  switch (severity) {
  case PdllSeverityError:
    return DiagnosticSeverity::Error;
  case PdllSeverityWarning:
    return DiagnosticSeverity::Warning;
  case PdllSeverityRemark:
    return DiagnosticSeverity::Remark;
  }
  llvm_unreachable("unknown severity");
}

void pdllEmitDiagnostic(MlirContext cContext, PdllSeverity severity,
                        PdllString name, PdllMessage message,
                        const PdllMessage *notes, size_t numNotes) {
  MLIRContext *context = unwrap(cContext);
  Diagnostic diagnostic(getLocation(context, message), getSeverity(severity));
  diagnostic << toStringRef(message.message);
  setWarningName(diagnostic, toStringRef(name));
  for (const PdllMessage &note : llvm::ArrayRef(notes, numNotes)) {
    // A note without a place stands at the place of its diagnostic.
    std::optional<Location> location;
    if (note.line != 0)
      location = getLocation(context, note);
    diagnostic.attachNote(location) << toStringRef(note.message);
  }
  context->getDiagEngine().emit(std::move(diagnostic));
}

void pdllEmitDiagnosticAt(PdllSeverity severity, PdllString name,
                          PdllRemark message, const PdllRemark *notes,
                          size_t numNotes) {
  Location location = unwrap(message.location);
  Diagnostic diagnostic(location, getSeverity(severity));
  diagnostic << toStringRef(message.text);
  setWarningName(diagnostic, toStringRef(name));
  for (const PdllRemark &note : llvm::ArrayRef(notes, numNotes))
    diagnostic.attachNote(unwrap(note.location)) << toStringRef(note.text);
  location.getContext()->getDiagEngine().emit(std::move(diagnostic));
}

PdllString pdllDiagnosticGetName(MlirDiagnostic diagnostic) {
  return toPdllString(getWarningName(unwrap(diagnostic)));
}

bool pdllDiagnosticNeedsNotes(MlirDiagnostic diagnostic) {
  return needsNotes(unwrap(diagnostic));
}

struct PdllDiagnosticVerifier {
  PdllDiagnosticVerifier(MLIRContext *context, StringRef name, StringRef text)
      : handler(addBuffer(name, text), context) {}

  llvm::SourceMgr &addBuffer(StringRef name, StringRef text) {
    sourceMgr.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
    return sourceMgr;
  }

  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticVerifierHandler handler;
};

PdllDiagnosticVerifier *pdllDiagnosticVerifierCreate(MlirContext context,
                                                     PdllString name,
                                                     PdllString buffer) {
  return new PdllDiagnosticVerifier(unwrap(context), toStringRef(name),
                                    toStringRef(buffer));
}

bool pdllDiagnosticVerifierFinish(PdllDiagnosticVerifier *verifier) {
  bool matched = succeeded(verifier->handler.verify());
  delete verifier;
  return matched;
}
