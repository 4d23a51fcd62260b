// Evaluates bodies of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_BODY_H
#define PDLL_EVALUATOR_BODY_H

#include "contract/Bodies.h"
#include "natives/Natives.h"

namespace pdll {

/// Adds a function whose body consists of `nodes`. The texts of questions must
/// be known. Fails if the name is taken.
llvm::Error addBody(Natives &natives, const PdllBodyFunction &function,
                    llvm::ArrayRef<PdllBodyNode> nodes);

} // namespace pdll

#endif // PDLL_EVALUATOR_BODY_H
