// What the match of an operation depends on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_REACH_H
#define PDLL_ENGINE_REACH_H

#include "engine/BoundProgram.h"

namespace pdll {

/// How many definitions a match of the pattern goes through, one after another.
/// It depends on the operation that it begins with, and on those that it
/// reaches in so many steps. There is no such number if it depends on anything
/// else: on the users of values, on what is in operations or around them, or on
/// native functions that may look at everything.
std::optional<unsigned> findReach(const BoundProgram &program,
                                  const BoundPattern &pattern);

/// Whether the rewrite of the pattern calls functions that may change the
/// program.
bool callsFunctionsThatChange(const BoundProgram &program,
                              const BoundPattern &pattern);

} // namespace pdll

#endif // PDLL_ENGINE_REACH_H
