// Finds the patterns that match an operation by its structure.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/TreeRun.h"

using namespace mlir;
using namespace pdll;

ArrayRef<uint32_t> TreeRun::find(Operation *op, const Tables::Entry *root) {
  accepted.clear();
  bestCertain = PDLL_NONE;
  BoundRoot first = program.anyRoot;
  BoundRoot second;
  if (root)
    second = {root->instruction, root->bound};
  if (second.bound < first.bound)
    std::swap(first, second);
  if (first.instruction == PDLL_NONE)
    std::swap(first, second);
  if (first.instruction == PDLL_NONE)
    return {};

  begin(op);
  if (second.instruction != PDLL_NONE)
    addAlternative(second.instruction, second.bound);
  run(first.instruction);
  if (accepted.size() > 1) {
    llvm::sort(accepted);
    accepted.erase(llvm::unique(accepted), accepted.end());
  }
  return accepted;
}

bool TreeRun::execute(const PdllInstruction &instruction) {
  assert(instruction.opcode == PdllAccept && "a tree has no such instruction");
  accept(instruction.a);
  return false;
}

void TreeRun::accept(uint32_t rank) {
  const BoundPattern &pattern = program.patterns[rank];
  if (!pattern.index || rank > bestCertain)
    return;
  accepted.push_back(rank);
  if (pattern.isCertain)
    bestCertain = rank;
}
