// Notices rewriting that does not terminate.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Termination.h"

using namespace mlir;
using namespace pdll;

void Termination::forget(Operation *op) {
  lineages.erase(op);
  heirs.remove(op);
}

void Termination::beginFollowedStep(Operation *op) {
  costBefore = getCost();
  stepLineage = lineages.lookup(op);
  heirs.clear();
  heirs.insert(op);
}

void Termination::endFollowedStep() {
  uint64_t lineage = stepLineage + getCost() - costBefore;
  for (Operation *heir : heirs)
    lineages[heir] = lineage;
  heirs.clear();
  exceeded |= lineage > getMaxLineageCost();
}
