// Patterns whose rewrites can be taken back by anybody.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_PLAINREWRITES_H
#define PDLL_ENGINE_PLAINREWRITES_H

#include "engine/BoundProgram.h"

namespace pdll {

/// Whether a pattern is plain: its match calls no functions but those of types
/// and attributes and constraints of the library, and goes through no users of
/// values. Its rewrite only creates operations without regions, and replaces
/// and erases operations. So whoever takes the rewrite back has little to do,
/// and nobody can tell whether replacements are made at once or at the end.
bool isPlain(const BoundProgram &program, const BoundPattern &pattern);

/// Whether the match of a plain pattern may look at what is around operations.
bool looksAround(const BoundProgram &program, const BoundPattern &pattern);

} // namespace pdll

#endif // PDLL_ENGINE_PLAINREWRITES_H
