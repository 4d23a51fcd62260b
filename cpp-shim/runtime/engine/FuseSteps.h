// Finds instructions that can be executed as one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_FUSESTEPS_H
#define PDLL_ENGINE_FUSESTEPS_H

#include "engine/BoundProgram.h"

namespace pdll {

/// Replaces the first of several instructions that often follow each other by
/// one that does the same as all of them. The others stay, so that jumps may
/// lead to them. The instructions of the program are bound.
void fuseSteps(BoundProgram &program);

} // namespace pdll

#endif // PDLL_ENGINE_FUSESTEPS_H
