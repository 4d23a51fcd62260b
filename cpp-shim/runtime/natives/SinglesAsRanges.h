// Single values and types as arguments where ranges are expected.
//
// In the match section, PDL cannot make a range of a single value. A call
// passes the single value itself, and the function gets a range of one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_SINGLESASRANGES_H
#define PDLL_NATIVES_SINGLESASRANGES_H

#include "natives/Signature.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Returns `function`, or a function that calls it with ranges for the single
/// values and types that stand where `signature` has ranges.
mlir::PDLConstraintFunction acceptSingles(const NativeSignature &signature,
                                          mlir::PDLConstraintFunction function);

} // namespace pdll

#endif // PDLL_NATIVES_SINGLESASRANGES_H
