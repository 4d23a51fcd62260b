// What is known about a creation before a program runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_BINDCREATION_H
#define PDLL_ENGINE_BINDCREATION_H

#include "engine/ProgramReader.h"

namespace pdll {

/// Reads the record of a created operation.
BoundCreation bindCreation(ProgramReader &reader, uint32_t word);

} // namespace pdll

#endif // PDLL_ENGINE_BINDCREATION_H
