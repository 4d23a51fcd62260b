// From a portable program to one that is ready to run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_BINDPROGRAM_H
#define PDLL_ENGINE_BINDPROGRAM_H

#include "engine/BoundProgram.h"
#include "engine/EngineSource.h"

namespace pdll {

/// Looks up what the program names. The dialects of the patterns are loaded.
std::unique_ptr<const BoundProgram> bindProgram(const EngineSource &source);

} // namespace pdll

#endif // PDLL_ENGINE_BINDPROGRAM_H
