// Runs functions in processes of their own.
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

/// Runs `body` for each number below `count`, in a copy of this process, which
/// is killed when its time is over. At most `maxProcesses`, and at least one,
/// run at once; each result is given to `receive` by the calling thread, in the
/// order in which they come. `body` must end with `finishChild`. It sees all of
/// our memory, and may do to it what it wants.
void runInChildren(size_t count, size_t maxProcesses,
                   llvm::function_ref<unsigned(size_t)> timeoutSeconds,
                   llvm::function_ref<void(size_t)> body,
                   llvm::function_ref<void(size_t, ChildResult &)> receive);

/// Hands over a result and ends this process, which `runInChildren` started. No
/// handler that the host has set up for its end runs.
[[noreturn]] void finishChild(llvm::StringRef result);

} // namespace pdll

#endif // PDLL_ODSPROCESS_H
