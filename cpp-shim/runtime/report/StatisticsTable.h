// A table of what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_STATISTICSTABLE_H
#define PDLL_REPORT_STATISTICSTABLE_H

#include "report/RunRecord.h"

namespace pdll {

/// Prints a line for each pattern of `infos`, and one for all of them, in the
/// shape of MLIR's own reports. `counts` has one entry per pattern, in the same
/// order.
void printStatistics(llvm::raw_ostream &stream,
                     llvm::ArrayRef<PatternInfo> infos,
                     llvm::ArrayRef<PatternCounts> counts, uint64_t numRuns);

} // namespace pdll

#endif // PDLL_REPORT_STATISTICSTABLE_H
