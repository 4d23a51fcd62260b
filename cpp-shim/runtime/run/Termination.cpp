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

void Termination::beginFollowedStep() {
  stepLineage = lineages.lookup(stepRoot);
  heirs.clear();
  heirs.insert(stepRoot);
}

void Termination::endFollowedStep(uint64_t cost) {
  uint64_t lineage = stepLineage + cost;
  for (Operation *heir : heirs)
    lineages[heir] = lineage;
  heirs.clear();
  exceeded |= lineage > getMaxLineageCost();
}
