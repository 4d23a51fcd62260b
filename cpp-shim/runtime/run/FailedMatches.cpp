// What need not be matched again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/FailedMatches.h"

using namespace mlir;
using namespace pdll;

void FailedMatches::beginRound() {
  if (isComplete != canRemember)
    marks.clear();
  isComplete = canRemember;
  credit = creditOfRound;
  pending.clear();
}

/// Removes what uses results of `op` within reach.
void FailedMatches::removeUsers(Operation *op) {
  Changed next = {op, reach};
  while (true) {
    for (OpResult result : next.op->getOpResults()) {
      for (OpOperand &use : result.getUses()) {
        if (credit == 0)
          return forget();
        --credit;
        marks.get(use.getOwner()).take(OperationMarks::Failed);
        if (next.steps > 1)
          pending.push_back({use.getOwner(), next.steps - 1});
      }
    }
    if (pending.empty())
      return;
    next = pending.pop_back_val();
  }
}
