// Warnings about patterns that rewrote nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_NEVERFIRED_H
#define PDLL_REPORT_NEVERFIRED_H

#include "contract/Options.h"
#include "engine/PatternSet.h"
#include "report/RunRecord.h"

namespace pdll {

/// Whether any pattern of the set could get such a warning, so that somebody
/// must count rewrites.
bool mayWarnOfNeverFired(const PdllPatternSet &set, PdllNeverFired which);

/// Warns about the patterns without rewrites, each at its place.
void warnOfNeverFired(const PdllPatternSet &set,
                      llvm::ArrayRef<PatternCounts> counts,
                      PdllNeverFired which);

} // namespace pdll

#endif // PDLL_REPORT_NEVERFIRED_H
