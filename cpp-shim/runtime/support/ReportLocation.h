// Where to report what is about a whole operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_REPORTLOCATION_H
#define PDLL_SUPPORT_REPORTLOCATION_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// The location of `op`, for diagnostics. A module without the keyword `module`
/// has the location of its file, without a line. That is the first line, which
/// editors can open.
inline mlir::Location getReportLocation(mlir::Operation *op) {
  auto file = llvm::dyn_cast<mlir::FileLineColLoc>(op->getLoc());
  if (!file || file.getLine() != 0)
    return op->getLoc();
  return mlir::FileLineColLoc::get(file.getFilename(), 1, 1);
}

} // namespace pdll

#endif // PDLL_SUPPORT_REPORTLOCATION_H
