// Conversions that need no way back.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_PLAINCONVERSION_H
#define PDLL_CONVERSION_PLAINCONVERSION_H

#include "contract/Pass.h"
#include "engine/PatternSet.h"
#include "report/PatternTotals.h"
#include "report/RunRecord.h"

namespace pdll {

/// Converts what is below `root` as MLIR's driver does, if all that happens is
/// that plain patterns rewrite operations, and that the results are legal.
/// Otherwise returns nothing, and has changed and reported nothing: MLIR's
/// driver must convert the program.
///
/// MLIR's driver keeps a record of each change, so that it can take back one
/// pattern after the other. This one can only take back all changes.
std::optional<mlir::LogicalResult>
convertPlainly(const PdllPatternSet &set, mlir::Operation *root,
               const PdllDriverOptions &options, PatternTotals &totals,
               RunRecord *record);

} // namespace pdll

#endif // PDLL_CONVERSION_PLAINCONVERSION_H
