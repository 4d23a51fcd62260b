// Where a block ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BlockEnd.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace pdll;

SmallVector<Value> pdll::copyOperations(OpBuilder &builder, Block *block,
                                        Operation *end, ValueRange values) {
  IRMapping mapping;
  mapping.map(block->getArguments(), values);
  // The copies may go to this very block.
  SmallVector<Operation *> operations(llvm::make_pointer_range(*block));
  SmallVector<Operation *> copies;
  for (Operation *op : operations)
    if (op != end)
      copies.push_back(builder.clone(*op, mapping));
  // In a graph region, an operation may use what a later one defines.
  if (mayBeGraphRegion(*block->getParent()))
    for (Operation *copy : copies)
      copy->walk([&](Operation *op) {
        for (OpOperand &operand : op->getOpOperands())
          operand.set(mapping.lookupOrDefault(operand.get()));
      });
  SmallVector<Value> results;
  if (end)
    for (Value operand : end->getOperands())
      results.push_back(mapping.lookupOrDefault(operand));
  return results;
}
