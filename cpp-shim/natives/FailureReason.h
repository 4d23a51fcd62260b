// Why native functions fail.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_FAILUREREASON_H
#define PDLL_NATIVES_FAILUREREASON_H

#include "llvm/ADT/StringRef.h"

namespace pdll {

/// Says why the native function that is running on this thread fails. For a
/// constraint, that it does not hold is no failure.
void setFailureReason(llvm::StringRef reason);

/// A native function is about to run, and has not failed yet.
void clearFailureReason();

/// What the last one has said; empty if it has said nothing.
llvm::StringRef getFailureReason();

} // namespace pdll

#endif // PDLL_NATIVES_FAILUREREASON_H
