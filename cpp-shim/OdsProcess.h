// Runs a function in a process of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ODSPROCESS_H
#define PDLL_ODSPROCESS_H

#include "shim.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace pdll {

/// What a child process left behind.
struct ChildResult {
  PdllOdsOutcome outcome;
  /// What it handed to `finishChild`.
  std::string result;
  /// What it printed.
  std::string output;
};

/// Runs `body` in a copy of this process, which `timeoutSeconds` later is
/// killed. `body` must end with `finishChild`. It sees all of our memory, and
/// may do to it what it wants.
ChildResult runInChild(llvm::function_ref<void()> body,
                       unsigned timeoutSeconds);

/// Hands over a result and ends this process, which `runInChild` started. No
/// handler that the host has set up for its end runs.
[[noreturn]] void finishChild(llvm::StringRef result);

} // namespace pdll

#endif // PDLL_ODSPROCESS_H
