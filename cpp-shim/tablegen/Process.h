// Runs tasks in processes of their own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_PROCESS_H
#define PDLL_TABLEGEN_PROCESS_H

#include "contract/Ods.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace pdll {

/// What became of a task.
struct TaskResult {
  PdllOdsOutcome outcome;
  /// What `sendResult` sent.
  llvm::StringRef result;
  /// What its process has printed so far.
  llvm::StringRef output;
};

/// Runs tasks in copies of this process: those of a queue in order, all queues
/// at once. What becomes of each is given to `receive`, in any order, by the
/// calling thread.
///
/// `run` gets the number of a task and whether it is the last of its process,
/// and must end with `sendResult` or `finishProcess`. It sees all of our
/// memory, and may do to it what it wants. A task whose time is over is killed.
/// When a task ends its process, the rest of its queue goes on in another one.
void runInChildren(llvm::ArrayRef<llvm::SmallVector<size_t>> queues,
                   llvm::function_ref<unsigned(size_t)> timeoutSeconds,
                   llvm::function_ref<void(size_t, bool)> run,
                   llvm::function_ref<void(size_t, TaskResult)> receive);

/// Hands over the result of a task.
void sendResult(llvm::StringRef result);

/// Hands over the result of a task, and ends its process. No handler that the
/// host has set up for its end runs.
[[noreturn]] void finishProcess(llvm::StringRef result);

} // namespace pdll

#endif // PDLL_TABLEGEN_PROCESS_H
