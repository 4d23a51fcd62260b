// Patterns for `transform.apply_patterns`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "transform/ApplyPatternsOp.h"
#include "run/GuestPattern.h"
#include "transform/ScriptPatterns.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pdll;

ParseResult ApplyPatternsOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  return failure(parsePatterns(parser, result) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void ApplyPatternsOp::print(OpAsmPrinter &printer) {
  printer << ' ' << (*this)->getAttr(ScriptAttributes::patterns);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                ScriptAttributes::patterns);
}

LogicalResult ApplyPatternsOp::verify() {
  if (failed(verifyScriptAttributes(*this, {})))
    return failure();
  return success(compileScriptPatterns(*this) != nullptr);
}

/// Leaves a mark in `root` that makes it invalid.
static void markAsFailed(Operation *root, Location loc) {
  for (Region &region : root->getRegions())
    for (Block &block : region) {
      OpBuilder builder = OpBuilder::atBlockBegin(&block);
      OperationState state(loc, FailedOp::getOperationName());
      builder.create(state);
      return;
    }
}

static void addPatterns(RewritePatternSet &patterns, Location loc,
                        std::shared_ptr<const PdllPatternSet> set) {
  if (set)
    addGuestPattern(patterns, std::move(set), [loc](Operation *root) {
      markAsFailed(root, loc);
    });
}

void ApplyPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  addPatterns(patterns, getLoc(), compileScriptPatterns(*this));
}

void ApplyPatternsOp::populatePatternsWithState(
    RewritePatternSet &patterns, transform::TransformState &state) {
  auto set = compileOnce(*this, state,
                         [&] { return compileScriptPatterns(*this); });
  // The files are others than those that the verifier has read.
  if (!set)
    markAsFailed(state.getTopLevel(), getLoc());
  addPatterns(patterns, getLoc(), std::move(set));
}

LogicalResult FailedOp::verify() {
  return emitError("the patterns of this script have failed, and have left the "
                   "program half rewritten");
}
