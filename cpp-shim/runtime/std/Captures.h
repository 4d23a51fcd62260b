// Functions that a predicate needs as a constraint and as a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_CAPTURES_H
#define PDLL_STD_CAPTURES_H

#include "std/Function.h"

namespace pdll {

/// Adds the constraint and the rewrite that take a type or an attribute apart.
template <typename Function>
void addCapture(Natives &natives, llvm::StringRef name, Function function) {
  addConstraint(natives, (name + "_capture").str(), function);
  addRewrite(natives, (name + "_take").str(), function);
}

/// Adds the constraint and the rewrite that return the `self` of a predicate.
template <typename Function>
void addEvaluation(Natives &natives, llvm::StringRef name, Function function) {
  addConstraint(natives, (name + "_evaluate").str(), function);
  addRewrite(natives, (name + "_make").str(), function);
}

} // namespace pdll

#endif // PDLL_STD_CAPTURES_H
