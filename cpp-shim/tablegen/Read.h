// Reads TableGen definitions of operations in child processes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_READ_H
#define PDLL_TABLEGEN_READ_H

#include "tablegen/Process.h"

namespace pdll {

/// Reads each request in a child process; at most `maxProcesses`, and at least
/// one, run at once. Calls `receive` with the index of each request and a
/// `Reply` of src/front/ods/wire.rs, in any order, on this thread.
void readOds(llvm::ArrayRef<PdllOdsRequest> requests, size_t maxProcesses,
             llvm::function_ref<void(size_t, TaskResult)> receive);

} // namespace pdll

#endif // PDLL_TABLEGEN_READ_H
