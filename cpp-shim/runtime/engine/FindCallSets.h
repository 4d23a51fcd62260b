// Finds constraints that can be remembered together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_FINDCALLSETS_H
#define PDLL_ENGINE_FINDCALLSETS_H

#include "engine/BoundProgram.h"

namespace pdll {

/// Replaces the first call of each set of direct constraints by the call of the
/// set. The instructions, patterns and calls of the program are bound.
void findCallSets(BoundProgram &program);

} // namespace pdll

#endif // PDLL_ENGINE_FINDCALLSETS_H
