// The operations that the greedy driver has yet to visit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Worklist.h"

using namespace mlir;
using namespace pdll;

Worklist::Worklist(OperationKinds &kinds, Region &scope,
                   PdllStrictness strictness)
    : kinds(kinds), scope(scope), strictness(strictness) {
  if (strictness == PdllStrictnessAny)
    return;
  admitted.emplace();
  scope.walk([&](Operation *op) { admitted->insert(op); });
}

void Worklist::pushInserted(Operation *op) {
  if (strictness == PdllStrictnessExistingAndNew)
    admitted->insert(op);
  push(op);
}

void Worklist::beginFilling() {
  initial.clear();
  next = 0;
  pushed.clear();
  members.clear();
  knowsMembers = false;
  isFilling = true;
}

void Worklist::endFilling(Order order) {
  isFilling = false;
  if (order == Order::Backwards)
    std::reverse(initial.begin(), initial.end());
}

void Worklist::push(Operation *op) {
  // Only what is below the scope may be listed.
  SmallVector<Operation *, 8> around;
  for (Operation *ancestor = op; ancestor;) {
    around.push_back(ancestor);
    Region *region = ancestor->getParentRegion();
    if (region == &scope) {
      for (Operation *inside : around)
        pushOne(inside);
      return;
    }
    ancestor = region ? region->getParentOp() : nullptr;
  }
}

void Worklist::pushOne(Operation *op) {
  if (!mayList(op))
    return;
  if (!knowsMembers)
    learnMembers();
  if (members.insert(op))
    (isFilling ? initial : pushed).push_back(op);
}

void Worklist::learnMembers() {
  knowsMembers = true;
  for (size_t index = next; index < initial.size(); ++index)
    members.insert(initial[index]);
}

void Worklist::remove(Operation *op) {
  if (admitted)
    admitted->erase(op);
  if (!knowsMembers)
    learnMembers();
  members.erase(op);
}

Operation *Worklist::pop() {
  while (!pushed.empty()) {
    Operation *op = pushed.back();
    pushed.pop_back();
    if (members.erase(op))
      return op;
  }
  while (next < initial.size()) {
    Operation *op = initial[next++];
    if (!knowsMembers || members.erase(op))
      return op;
  }
  return nullptr;
}
