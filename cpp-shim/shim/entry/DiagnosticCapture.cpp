// Redirects the diagnostics of one thread to a receiver in Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Diagnostics.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

#include <thread>

using namespace mlir;
using namespace pdll;

static PdllMessage toMessage(Location location, PdllString text) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return {PdllString{nullptr, 0}, 0, 0, text};
  return {toPdllString(place.getFilename()), place.getLine(), place.getColumn(),
          text};
}

static PdllSeverity toSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return PdllSeverityError;
  case DiagnosticSeverity::Warning:
    return PdllSeverityWarning;
  case DiagnosticSeverity::Remark:
  // A note without a diagnostic cannot be an error.
  case DiagnosticSeverity::Note:
    return PdllSeverityRemark;
  }
  llvm_unreachable("unknown severity");
}

struct PdllDiagnosticCapture {
  PdllDiagnosticCapture(MLIRContext *context, PdllDiagnosticReceiver receive,
                        void *userData)
      : thread(std::this_thread::get_id()),
        handler(context, [this, receive, userData](Diagnostic &diagnostic) {
          // The handler also sees diagnostics of other threads.
          if (std::this_thread::get_id() != thread)
            return failure();
          deliver(diagnostic, receive, userData);
          return success();
        }) {}

  static void deliver(Diagnostic &diagnostic, PdllDiagnosticReceiver receive,
                      void *userData) {
    std::string text = diagnostic.str();
    SmallVector<std::string> noteTexts;
    SmallVector<PdllMessage> notes;
    for (Diagnostic &note : diagnostic.getNotes())
      noteTexts.push_back(note.str());
    for (auto [note, noteText] : llvm::zip(diagnostic.getNotes(), noteTexts))
      notes.push_back(toMessage(note.getLocation(), toPdllString(noteText)));
    receive(toSeverity(diagnostic.getSeverity()),
            toMessage(diagnostic.getLocation(), toPdllString(text)),
            notes.data(), notes.size(), userData);
  }

  std::thread::id thread;
  ScopedDiagnosticHandler handler;
};

PdllDiagnosticCapture *
pdllDiagnosticCaptureCreate(MlirContext context, PdllDiagnosticReceiver receive,
                            void *userData) {
  return new PdllDiagnosticCapture(unwrap(context), receive, userData);
}

void pdllDiagnosticCaptureDestroy(PdllDiagnosticCapture *capture) {
  delete capture;
}
