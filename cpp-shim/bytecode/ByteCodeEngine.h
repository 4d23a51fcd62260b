// Patterns as the bytecode of MLIR's interpreter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_BYTECODEENGINE_H
#define PDLL_BYTECODE_BYTECODEENGINE_H

#include "patterns/Engine.h"

namespace pdll {

/// Compiles patterns for MLIR's interpreter. On failure the reason has been
/// reported, and the engine is null.
std::unique_ptr<Engine> createByteCodeEngine(EngineSource source);

} // namespace pdll

#endif // PDLL_BYTECODE_BYTECODEENGINE_H
