// Warnings about patterns that rewrote nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/NeverFired.h"
#include "contract/Names.h"
#include "support/WarningName.h"

using namespace mlir;
using namespace pdll;

static bool isWanted(const PatternInfo &info, PdllNeverFired which) {
  switch (which) {
  case PdllNeverFiredNone:
    return false;
  case PdllNeverFiredSuspicious:
    return !info.warnings.empty();
  case PdllNeverFiredAll:
    return true;
  }
  llvm_unreachable("these are all");
}

bool pdll::mayWarnOfNeverFired(const PdllPatternSet &set,
                               PdllNeverFired which) {
  return llvm::any_of(set.infos, [which](const PatternInfo &info) {
    return isWanted(info, which);
  });
}

static Location getLocation(MLIRContext *context, const PatternInfo &info) {
  if (info.file.empty())
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, info.file, info.line, info.column);
}

/// The warning is at the place of the pattern, if that is known.
static std::string getSubject(const PatternInfo &info) {
  if (info.hasSymbol)
    return "pattern `" + info.name + "`";
  return info.file.empty() ? "a pattern without a name" : "this pattern";
}

static void warnOf(const PatternInfo &info, Location loc,
                   PdllNeverFired which) {
  InFlightDiagnostic warning = emitNamedWarning(loc, PDLL_WARNING_NEVER_FIRED);
  warning << "nothing was rewritten by " << getSubject(info);
  if (which == PdllNeverFiredSuspicious) {
    warning << ", which has warnings";
    // Without a handler, there is no diagnostic.
    if (Diagnostic *diagnostic = warning.getUnderlyingDiagnostic())
      setNeedsNotes(*diagnostic);
  }
  for (const PatternWarning &other : info.warnings) {
    Diagnostic &note = warning.attachNote(other.place) << other.message;
    if (!other.name.empty())
      note << " [-W" << other.name << "]";
    setWarningName(note, other.name);
  }
}

void pdll::warnOfNeverFired(const PdllPatternSet &set,
                            ArrayRef<PatternCounts> counts,
                            PdllNeverFired which) {
  for (auto [info, count] : llvm::zip_equal(set.infos, counts)) {
    if (count.totals.rewrites != 0 || !isWanted(info, which))
      continue;
    warnOf(info, getLocation(set.context, info), which);
  }
}
