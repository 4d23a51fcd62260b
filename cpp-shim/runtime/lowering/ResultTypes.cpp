// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/ResultTypes.h"
#include "contract/Names.h"

using namespace mlir;
using namespace pdll;

void pdll::createWithoutResults(pdl::RewriteOp rewrite) {
  rewrite.walk([](pdl::OperationOp op) {
    if (!op->hasAttr(PDLL_ATTR_NO_RESULTS) || !op.getTypeValues().empty())
      return;
    OpBuilder builder(op);
    auto types = pdl::RangeType::get(builder.getType<pdl::TypeType>());
    Value none =
        pdl::RangeOp::create(builder, op.getLoc(), types, ValueRange());
    op.getTypeValuesMutable().assign(none);
  });
}
