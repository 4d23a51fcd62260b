// What a conversion must not leave.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/Leftovers.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;
using namespace pdll;

/// Whether the mode lets `op` stay, which is not legal.
static bool mayStay(Operation *op, const PdllConversion &conversion) {
  if (conversion.target.isIllegal(op))
    return false;
  // MLIR connects converted values by casts, and also lets these stay.
  return conversion.mode != PdllConversionFull ||
         isa<UnrealizedConversionCastOp>(op);
}

/// Searches the operation and what is in it.
static Operation *findLeftover(Operation *outermost,
                               const PdllConversion &conversion) {
  Operation *found = nullptr;
  outermost->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto legal = conversion.target.isLegal(op);
    if (legal)
      return legal->isRecursivelyLegal ? WalkResult::skip()
                                       : WalkResult::advance();
    if (mayStay(op, conversion))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

Operation *pdll::findLeftover(Block &block, const PdllConversion &conversion) {
  for (Operation &op : block)
    if (Operation *found = findLeftover(&op, conversion))
      return found;
  return nullptr;
}

/// The first operation below `root` that may not stay; null if there is none.
static Operation *findLeftoverBelow(Operation *root,
                                    const PdllConversion &conversion) {
  for (Region &region : root->getRegions())
    for (Block &block : region)
      if (Operation *found = findLeftover(block, conversion))
        return found;
  return nullptr;
}

/// Whether control can reach `op` from the start of each region around it.
static bool isReachable(Operation *op, Operation *root) {
  for (; op != root; op = op->getParentOp()) {
    Block *block = op->getBlock();
    if (!llvm::is_contained(llvm::depth_first(&block->getParent()->front()),
                            block))
      return false;
  }
  return true;
}

/// Says why nothing has made `op` legal.
static void explain(Diagnostic &note, Operation *op, Operation *root,
                    const ConversionMonitor &monitor) {
  if (const PatternApplication *copying = monitor.getCopying(op))
    note << monitor.describe(*copying) << " put this `" << op->getName()
         << "` there when it rewrote a `" << copying->name
         << "`, and no pattern makes it legal";
  else if (llvm::is_contained(monitor.getCasts(), op))
    note << "it connects values of old and new types, and no pattern rewrites "
            "it";
  else if (!isReachable(op, root))
    note << "control never reaches this `" << op->getName()
         << "`, and a conversion does not convert what it cannot reach; erase "
            "such blocks before";
  else
    note << "the conversion was not told of this `" << op->getName()
         << "`; a native function must create, copy and change operations "
            "with the rewriter that it is given";
}

LogicalResult pdll::checkLeftovers(Operation *root,
                                   const ConversionMonitor &monitor) {
  const PdllConversion &conversion = monitor.getConversion();
  if (conversion.mode == PdllConversionAnalysis)
    return success();
  Operation *op = findLeftoverBelow(root, conversion);
  if (!op)
    return success();
  // `op->emitError` would print all that is in it.
  InFlightDiagnostic error = emitError(op->getLoc());
  error << "failed to legalize operation '" << op->getName() << "'";
  if (conversion.target.isIllegal(op))
    error << " that was explicitly marked illegal";
  explain(error.attachNote(op->getLoc()), op, root, monitor);
  return error;
}
