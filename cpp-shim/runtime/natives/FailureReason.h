// Why native functions fail.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_FAILUREREASON_H
#define PDLL_NATIVES_FAILUREREASON_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pdll {

/// Records why the native function that runs on this thread fails. A constraint
/// that merely does not hold must not record a reason.
void setFailureReason(llvm::StringRef reason);

/// Forgets the reason. Called before a native function runs.
void clearFailureReason();

/// The reason that the last native function recorded, or nothing.
llvm::StringRef getFailureReason();

/// What users are told of the native function `name` that has just failed. The kind is
/// "constraint" or "rewrite".
std::string describeFailure(llvm::StringRef kind, llvm::StringRef name);

} // namespace pdll

#endif // PDLL_NATIVES_FAILUREREASON_H
