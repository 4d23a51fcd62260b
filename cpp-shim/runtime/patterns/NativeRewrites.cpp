// Rewrites that are one native function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/NativeRewrites.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

using namespace mlir;
using namespace pdll;

void pdll::openNativeRewrites(ModuleOp module) {
  for (auto pattern : module.getOps<pdl::PatternOp>()) {
    pdl::RewriteOp rewrite = pattern.getRewriter();
    std::optional<StringRef> name = rewrite.getName();
    if (!name || !rewrite->getNumOperands())
      continue;
    OpBuilder builder(rewrite);
    builder.createBlock(&rewrite.getBodyRegion());
    pdl::ApplyNativeRewriteOp::create(builder, rewrite.getLoc(), TypeRange(),
                                      *name, rewrite->getOperands());
    rewrite.removeNameAttr();
    rewrite.getExternalArgsMutable().clear();
  }
}
