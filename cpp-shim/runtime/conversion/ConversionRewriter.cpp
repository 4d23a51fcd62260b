// The rewriter that native rewrites use during a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionRewriter.h"

using namespace mlir;
using namespace pdll;

ConversionRewriter::ConversionRewriter(PatternRewriter &target,
                                       RewriteWatcher &watcher)
    : PatternRewriter(target.getContext(), target.getListener()),
      target(target), watcher(watcher) {
  restoreInsertionPoint(target.saveInsertionPoint());
}

ConversionRewriter::~ConversionRewriter() {
  target.restoreInsertionPoint(saveInsertionPoint());
}

/// Both rewriters insert at the same place, which a change may move.
void ConversionRewriter::pass(LogicalResult check,
                              llvm::function_ref<void()> rewrite) {
  // What follows a refused change may only be a consequence of it.
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
  pass(success(), [&] {
    refused = failed(watcher.replace(target, op, replacement));
  });
}

void ConversionRewriter::replaceOp(Operation *op, Operation *replacement) {
  replaceOp(op, replacement->getResults());
}

void ConversionRewriter::eraseOp(Operation *op) {
  pass(watcher.checkErasure(op), [&] { target.eraseOp(op); });
}

void ConversionRewriter::eraseBlock(Block *block) {
  pass(success(), [&] {
    watcher.beginBlockErasure();
    target.eraseBlock(block);
  });
}

void ConversionRewriter::inlineBlockBefore(Block *source, Block *dest,
                                           Block::iterator before,
                                           ValueRange values) {
  LogicalResult check = success();
  if (values.size() != source->getNumArguments())
    check = watcher.refuse(
        "it inlines a block of " + Twine(source->getNumArguments()) +
        " arguments with " + Twine(values.size()) + " values");
  pass(check, [&] { target.inlineBlockBefore(source, dest, before, values); });
}

void ConversionRewriter::startOpModification(Operation *op) {
  watcher.addModified(op);
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
    pass(watcher.checkUses(from, to),
         [&] { target.replaceAllUsesWith(from, to); });
}

void ConversionRewriter::replaceUsesWithIf(
    Value, Value, llvm::function_ref<bool(OpOperand &)>, bool *) {
  // MLIR would end the process.
  pass(watcher.refuse("it replaces some uses of a value, which a conversion "
                      "cannot"),
       [] {});
}
