// Variables that a pattern mentions several times.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/Repetitions.h"
#include "lowering/ConstraintResults.h"

using namespace mlir;
using namespace pdll;

/// The mentions of `value` in the match section, except the first.
static SmallVector<OpOperand *> getRepetitions(Value value) {
  SmallVector<OpOperand *> mentions;
  for (OpOperand &use : value.getUses())
    if (use.getOwner()->getBlock() == value.getParentBlock() &&
        isa<pdl::OperationOp, pdl::OperandsOp>(use.getOwner()))
      mentions.push_back(&use);
  llvm::sort(mentions, [](OpOperand *a, OpOperand *b) {
    if (a->getOwner() == b->getOwner())
      return a->getOperandNumber() < b->getOperandNumber();
    return a->getOwner()->isBeforeInBlock(b->getOwner());
  });
  if (!mentions.empty())
    mentions.erase(mentions.begin());
  return mentions;
}

/// Gives a mention an operation of its own, and returns the value of that.
static Value separate(OpOperand *mention) {
  OpBuilder builder(mention->getOwner());
  Value own = builder.clone(*mention->get().getDefiningOp())->getResult(0);
  mention->set(own);
  return own;
}

void pdll::requireEqualRepetitions(pdl::PatternOp pattern) {
  OpBuilder builder(pattern.getRewriter());
  Block &body = pattern.getBodyRegion().front();
  for (Operation &op : llvm::make_early_inc_range(body)) {
    // The interpreter compares operation and index of a result that stands
    // alone.
    if (isa<pdl::ResultOp, pdl::ResultsOp>(op)) {
      for (OpOperand *mention : getRepetitions(op.getResult(0)))
        separate(mention);
    } else if (auto types = dyn_cast<pdl::TypesOp>(op)) {
      for (OpOperand *mention : getRepetitions(types.getResult()))
        requireEqual(builder, pattern.getLoc(), types.getResult(),
                     separate(mention));
    }
  }
}
