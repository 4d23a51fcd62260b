// Hands definitions of operations from TableGen to Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Ods.h"
#include "contract/Strings.h"
#include "tablegen/Read.h"

using namespace pdll;

void pdllReadOds(const PdllOdsRequest *requests, size_t numRequests,
                 size_t maxProcesses, PdllOdsCallback receive, void *userData) {
  readOds(llvm::ArrayRef(requests, numRequests), maxProcesses,
          [&](size_t number, TaskResult task) {
            receive(number, task.outcome, toPdllString(task.result),
                    toPdllString(task.output), userData);
          });
}
