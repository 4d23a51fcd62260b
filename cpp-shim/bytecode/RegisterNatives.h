// How MLIR's interpreter finds native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_REGISTERNATIVES_H
#define PDLL_BYTECODE_REGISTERNATIVES_H

#include "natives/Natives.h"

namespace pdll {

/// Registers the native functions that `patterns` name, all of which are in
/// `natives`. For a name that is not registered, the interpreter would call any
/// other function.
void registerNatives(mlir::PDLPatternModule &patterns, const Natives &natives);

} // namespace pdll

#endif // PDLL_BYTECODE_REGISTERNATIVES_H
