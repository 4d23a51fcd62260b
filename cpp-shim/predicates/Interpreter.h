// Checks the conditions that ODS constraints demand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_INTERPRETER_H
#define PDLL_PREDICATES_INTERPRETER_H

#include "contract/shim.h"
#include "natives/Natives.h"

namespace pdll {

/// Adds the constraint that `condition` holds, which is consumed, also on
/// failure. Fails if the name is taken.
llvm::Error addCondition(Natives &natives, llvm::StringRef name,
                         const PdllCondition *condition,
                         llvm::StringRef origin);

} // namespace pdll

#endif // PDLL_PREDICATES_INTERPRETER_H
