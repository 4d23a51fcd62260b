// Locations of operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Function.h"
#include "std/Parts.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace pdll;

/// Rewriters tell listeners, so that drivers see the operation again.
static void setLoc(PatternRewriter &rewriter, Operation *op, Location loc) {
  rewriter.modifyOpInPlace(op, [&] { op->setLoc(loc); });
}

static void addLoc(PatternRewriter &rewriter, Operation *op, Location loc) {
  setLoc(rewriter, op, rewriter.getFusedLoc({op->getLoc(), loc}));
}

static void setLocMetadata(PatternRewriter &rewriter, Operation *op,
                           Attribute metadata) {
  Location loc = op->getLoc();
  SmallVector<Location> parts = {loc};
  if (auto fused = dyn_cast<FusedLoc>(loc))
    parts.assign(fused.getLocations().begin(), fused.getLocations().end());
  setLoc(rewriter, op, FusedLoc::get(parts, metadata, rewriter.getContext()));
}

void pdll::addLocationFunctions(Natives &natives) {
  addRewrite(natives, "SetLoc",
             [](PatternRewriter &rewriter, Operation *op, Operation *from) {
               setLoc(rewriter, op, from->getLoc());
             });
  addRewrite(natives, "SetLocOfValue",
             [](PatternRewriter &rewriter, Operation *op, Value from) {
               setLoc(rewriter, op, from.getLoc());
             });
  addRewrite(natives, "SetNameLoc",
             [](PatternRewriter &rewriter, Operation *op, StringAttr name) {
               setLoc(rewriter, op, NameLoc::get(name));
             });
  addRewrite(natives, "AddLoc",
             [](PatternRewriter &rewriter, Operation *op, Operation *from) {
               addLoc(rewriter, op, from->getLoc());
             });
  addRewrite(natives, "AddLocOfValue",
             [](PatternRewriter &rewriter, Operation *op, Value from) {
               addLoc(rewriter, op, from.getLoc());
             });
  addRewrite(natives, "SetLocMetadata", setLocMetadata);
}
