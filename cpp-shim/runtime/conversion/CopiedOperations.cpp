// Operations that the rewrites of a conversion have copied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/CopiedOperations.h"

using namespace mlir;
using namespace pdll;

void CopiedOperations::rollBack(size_t mark) {
  while (copies.size() > mark)
    waiting.erase(copies.pop_back_val().first);
}

void CopiedOperations::add(Operation *op, const PatternApplication &rewrite) {
  if (waiting.insert(op).second)
    copies.emplace_back(op, rewrite);
}

SmallVector<Operation *> CopiedOperations::release() {
  SmallVector<Operation *> outermost;
  if (waiting.empty())
    return outermost;
  for (auto &[op, rewrite] : ArrayRef(copies).take_back(waiting.size()))
    if (!isWaiting(op->getParentOp()))
      outermost.push_back(op);
  waiting.clear();
  return outermost;
}

const PatternApplication *CopiedOperations::getRewrite(Operation *op) const {
  // Only an error asks, so that it need not be found quickly.
  for (auto &[copy, rewrite] : llvm::reverse(copies))
    if (copy == op)
      return &rewrite;
  return nullptr;
}
