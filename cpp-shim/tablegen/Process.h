// Runs tasks in child processes.
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

/// The outcome of a task.
struct TaskResult {
  PdllOdsOutcome outcome;
  /// The text that `sendResult` sent.
  llvm::StringRef result;
  /// The text that its process has printed so far.
  llvm::StringRef output;
};

/// Runs tasks in copies of this process: one process for each queue, which runs
/// the tasks of the queue in order. Calls `receive` with the outcome of each
/// task, in any order, on this thread.
///
/// `run` receives the number of a task and whether it is the last of its queue,
/// and must end with `sendResult` or `finishProcess`. It sees a copy of all of
/// our memory, which it may change. A task that exceeds its time is killed. If
/// a task ends its process, another process runs the rest of the queue.
void runInChildren(llvm::ArrayRef<llvm::SmallVector<size_t>> queues,
                   llvm::function_ref<unsigned(size_t)> timeoutSeconds,
                   llvm::function_ref<void(size_t, bool)> run,
                   llvm::function_ref<void(size_t, TaskResult)> receive);

/// Hands over the result of a task.
void sendResult(llvm::StringRef result);

/// Hands over the result of a task, and ends its process without the handlers
/// that the host has set up for the end of its own process.
[[noreturn]] void finishProcess(llvm::StringRef result);

} // namespace pdll

#endif // PDLL_TABLEGEN_PROCESS_H
