// Results that a rewrite uses although they do not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/MissingResults.h"
#include "patterns/CurrentRun.h"

using namespace mlir;
using namespace pdll;

LogicalResult pdll::reportMissing(PatternRewriter &rewriter, Location place,
                                  const std::string &message) {
  CurrentRun *run = CurrentRun::get();
  if (run && rewriter.canRecoverFromRewriteFailure()) {
    run->recover(message);
    return failure();
  }
  InFlightDiagnostic error = emitError(place, message);
  CurrentRun::failCurrent(error);
  return success();
}
