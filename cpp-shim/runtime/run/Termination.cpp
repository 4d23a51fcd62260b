// Notices rewriting that does not terminate.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Termination.h"

using namespace mlir;
using namespace pdll;

/// What a step costs beside what it touches, and what it costs to touch
/// something. A simple rewrite touches some ten things.
static constexpr uint64_t stepCost = 1000;
static constexpr uint64_t touchCost = 4;

static uint64_t countParts(Operation *op) {
  return 1 + op->getNumOperands() + op->getNumResults();
}

void Termination::addInserted(Operation *op) {
  touched += countParts(op);
  if (followsLineages)
    heirs.insert(op);
}

void Termination::addErased(Operation *op) {
  touched += countParts(op);
  if (followsLineages) {
    lineages.erase(op);
    heirs.remove(op);
  }
}

void Termination::endStep() {
  uint64_t numTouched = touched - stepTouched + numSearched - stepSearched;
  uint64_t cost = stepCost + touchCost * numTouched;
  totalCost += cost;
  if (followsLineages)
    endFollowedStep(cost);
  // Most runs make less than one step for each operation and operand.
  else
    followsLineages = totalCost > 10'000 * stepCost + size * stepCost;
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
