// Patterns as a program of pdll's own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_NATIVEENGINE_H
#define PDLL_ENGINE_NATIVEENGINE_H

#include "engine/BindProgram.h"

namespace pdll {

/// Prepares to run `program`. `indices` says which of its patterns the module
/// of `source` still has.
std::unique_ptr<Engine> createNativeEngine(EngineSource source,
                                           const PdllProgram &program,
                                           PatternIndices indices);

} // namespace pdll

#endif // PDLL_ENGINE_NATIVEENGINE_H
