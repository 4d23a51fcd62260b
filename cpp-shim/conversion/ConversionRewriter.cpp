// What native rewrites of a conversion rewrite by.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionRewriter.h"

using namespace mlir;
using namespace pdll;

ConversionRewriter::ConversionRewriter(PatternRewriter &target,
                                       ConversionMonitor &monitor)
    : PatternRewriter(target.getContext(), target.getListener()),
      target(target), monitor(monitor) {
  restoreInsertionPoint(target.saveInsertionPoint());
}

ConversionRewriter::~ConversionRewriter() {
  target.restoreInsertionPoint(saveInsertionPoint());
}

/// Both insert at the same place, which rewriting may move.
void ConversionRewriter::pass(LogicalResult check,
                              llvm::function_ref<void()> rewrite) {
  // What follows a mistake may only be its consequence.
  if (refused || failed(check)) {
    refused = true;
    return;
  }
  target.restoreInsertionPoint(saveInsertionPoint());
  rewrite();
  restoreInsertionPoint(target.saveInsertionPoint());
}

void ConversionRewriter::replaceOp(Operation *op, ValueRange values) {
  SmallVector<Value> replacement(values);
  pass(monitor.checkReplacement(op, ArrayRef<Value>(replacement)),
       [&] { target.replaceOp(op, replacement); });
}

void ConversionRewriter::replaceOp(Operation *op, Operation *replacement) {
  replaceOp(op, replacement->getResults());
}

void ConversionRewriter::eraseOp(Operation *op) {
  pass(monitor.checkReplacement(op, std::nullopt), [&] { target.eraseOp(op); });
}

void ConversionRewriter::eraseBlock(Block *block) {
  pass(success(), [&] { target.eraseBlock(block); });
}

void ConversionRewriter::inlineBlockBefore(Block *source, Block *dest,
                                           Block::iterator before,
                                           ValueRange values) {
  pass(monitor.checkArguments(*source, values),
       [&] { target.inlineBlockBefore(source, dest, before, values); });
}

void ConversionRewriter::startOpModification(Operation *op) {
  monitor.addModified(op);
  pass(success(), [&] { target.startOpModification(op); });
}

void ConversionRewriter::finalizeOpModification(Operation *op) {
  pass(success(), [&] { target.finalizeOpModification(op); });
}

void ConversionRewriter::cancelOpModification(Operation *op) {
  pass(success(), [&] { target.cancelOpModification(op); });
}

void ConversionRewriter::replaceAllUsesWith(Value from, Value to) {
  if (from != to)
    pass(monitor.checkUses(from, to),
         [&] { target.replaceAllUsesWith(from, to); });
}

void ConversionRewriter::replaceUsesWithIf(
    Value, Value, llvm::function_ref<bool(OpOperand &)>, bool *) {
  // MLIR would end the process.
  pass(monitor.refuse("it replaces some uses of a value, which a conversion "
                      "cannot"),
       [] {});
}
