// Where a block ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BlockEnd.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace pdll;

SmallVector<Value> pdll::copyOperations(OpBuilder &builder, Block *block,
                                        Operation *end, ValueRange values) {
  IRMapping mapping;
  mapping.map(block->getArguments(), values);
  // The copies may go to this very block.
  SmallVector<Operation *> operations(llvm::make_pointer_range(*block));
  for (Operation *op : operations)
    if (op != end)
      builder.clone(*op, mapping);
  SmallVector<Value> results;
  if (end)
    for (Value operand : end->getOperands())
      results.push_back(mapping.lookupOrDefault(operand));
  return results;
}
