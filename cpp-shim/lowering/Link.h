// Links the uses of native functions to the functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_LINK_H
#define PDLL_LOWERING_LINK_H

#include "natives/Natives.h"

namespace pdll {

/// Checks that every native function that `patterns` name is in `natives`, with
/// the arguments and results that it is used with, and registers the functions
/// that are named. MLIR's run time would call an arbitrary function for a name
/// that it does not know.
mlir::LogicalResult linkNatives(mlir::PDLPatternModule &patterns,
                                const Natives &natives);

} // namespace pdll

#endif // PDLL_LOWERING_LINK_H
