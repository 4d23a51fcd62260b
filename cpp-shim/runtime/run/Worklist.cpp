// The operations that the greedy driver has yet to visit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Worklist.h"

using namespace mlir;
using namespace pdll;

Worklist::Worklist(OperationKinds &kinds, OperationMarks &marks, Region &scope,
                   PdllStrictness strictness)
    : kinds(kinds), marks(marks), scope(scope), strictness(strictness) {
  if (strictness == PdllStrictnessAny)
    return;
  admitted.emplace();
  scope.walk([&](Operation *op) { admitted->insert(op); });
}

void Worklist::beginFilling() {
  // The last round may have ended early.
  if (knowsMembers)
    while (pop())
      continue;
  initial.clear();
  next = end = nullptr;
  pushed.clear();
  knowsMembers = false;
  blockOfPushed = nullptr;
  isFilling = true;
}

void Worklist::endFilling(Order order) {
  isFilling = false;
  if (order == Order::Backwards)
    std::reverse(initial.begin(), initial.end());
  next = initial.data();
  end = next + initial.size();
}

void Worklist::pushWithAncestors(Operation *op) {
  // Only what is below the scope may be listed.
  SmallVector<Operation *, 8> around;
  for (Operation *ancestor = op; ancestor;) {
    around.push_back(ancestor);
    Region *region = ancestor->getParentRegion();
    if (region == &scope || blocksInNothing.contains(ancestor->getBlock())) {
      for (Operation *inside : around)
        pushOne(inside);
      learnBlocks(around);
      return;
    }
    ancestor = region ? region->getParentOp() : nullptr;
  }
}

/// An operation, which may be listed now, and what is around it, up to one that
/// is in nothing that is ever listed.
void Worklist::learnBlocks(ArrayRef<Operation *> path) {
  blockOfPushed = path.front()->getBlock();
  isAroundListed = false;
  for (Operation *around : llvm::reverse(path.drop_front())) {
    if (!isAroundListed)
      blocksInNothing.insert(around->getBlock());
    isAroundListed |= mayList(around, kinds.get(around));
  }
  if (!isAroundListed)
    blocksInNothing.insert(blockOfPushed);
}

void Worklist::list(Operation *op, OperationKind kind) {
  if (!knowsMembers)
    learnMembers();
  if (mark(op))
    (isFilling ? initial : pushed).emplace_back(op, kind.getVisitFlags());
}

void Worklist::learnMembers() {
  knowsMembers = true;
  ArrayRef<Entry> left = isFilling ? ArrayRef(initial) : ArrayRef(next, end);
  for (Entry entry : left)
    mark(entry.getPointer());
}
