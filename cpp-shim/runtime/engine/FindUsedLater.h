// Finds the values that the rest of a rewrite uses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_FINDUSEDLATER_H
#define PDLL_ENGINE_FINDUSEDLATER_H

#include "engine/BoundProgram.h"

namespace pdll {

/// The registers with values and ranges of values that a rewrite uses from
/// `next` on, and that it has set before. The list lives as long as the program.
llvm::ArrayRef<TypedRegister> findUsedLater(BoundProgram &program,
                                            const PdllInstruction *next);

} // namespace pdll

#endif // PDLL_ENGINE_FINDUSEDLATER_H
