// The names of warnings, by which `-W` selects them. What pdll knows of a
// diagnostic is metadata, which no message shows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_WARNINGNAME_H
#define PDLL_SUPPORT_WARNINGNAME_H

#include "mlir/IR/Diagnostics.h"

namespace pdll {

/// Names a diagnostic or a note. MLIR may keep the diagnostic, so the text of
/// the name must live as long as the process.
inline void setWarningName(mlir::Diagnostic &diagnostic,
                           llvm::StringRef name) {
  if (!name.empty())
    diagnostic.getMetadata().emplace_back(name);
}

/// Starts a warning with a name from contract/Names.h.
inline mlir::InFlightDiagnostic emitNamedWarning(mlir::Location loc,
                                                 llvm::StringRef name) {
  mlir::InFlightDiagnostic warning = mlir::emitWarning(loc);
  // Without a handler, there is no diagnostic.
  if (mlir::Diagnostic *diagnostic = warning.getUnderlyingDiagnostic())
    setWarningName(*diagnostic, name);
  return warning;
}

/// Says that a diagnostic is there only for its notes, which are other warnings.
/// Without these, it goes away.
inline void setNeedsNotes(mlir::Diagnostic &diagnostic) {
  diagnostic.getMetadata().emplace_back(/*needsNotes=*/1);
}

inline bool needsNotes(mlir::Diagnostic &diagnostic) {
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  return llvm::any_of(diagnostic.getMetadata(), [](const auto &argument) {
    return argument.getKind() == Kind::Integer;
  });
}

/// The name of a diagnostic or a note; empty if it has none.
inline llvm::StringRef getWarningName(mlir::Diagnostic &diagnostic) {
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  for (const mlir::DiagnosticArgument &argument : diagnostic.getMetadata())
    if (argument.getKind() == Kind::String)
      return argument.getAsString();
  return "";
}

} // namespace pdll

#endif // PDLL_SUPPORT_WARNINGNAME_H
