// The patterns of the benchmark that look into regions, in C++; see
// benches/bench/regions.rs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// Names that a pattern needs, which are looked up once.
struct Names {
  Names(StringRef product, MLIRContext *context)
      : product(product, context), sum("t.add", context),
        yield("t.yield", context) {}

  OperationName product, sum, yield;
};

bool isOperation(Operation &op, OperationName name, unsigned numOperands,
                 unsigned numResults) {
  return op.getName() == name && op.getNumOperands() == numOperands &&
         op.getNumResults() == numResults;
}

/// Whether `op` has one block that adds the product of its first two arguments
/// to the third one.
bool addsProduct(Operation *op, const Names &names) {
  if (op->getNumOperands() != 3 || op->getNumResults() != 1 ||
      op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &block = op->getRegion(0).front();
  if (block.getNumArguments() != 3 || !llvm::hasNItems(block, 3))
    return false;
  Operation &yield = block.back();
  if (!isOperation(yield, names.yield, 1, 0))
    return false;
  Operation *sum = yield.getOperand(0).getDefiningOp();
  if (!sum || !isOperation(*sum, names.sum, 2, 1) ||
      sum->getBlock() != &block || sum->getOperand(0) != block.getArgument(2))
    return false;
  Operation *product = sum->getOperand(1).getDefiningOp();
  return product && isOperation(*product, names.product, 2, 1) &&
         product->getBlock() == &block &&
         product->getOperand(0) == block.getArgument(0) &&
         product->getOperand(1) == block.getArgument(1);
}

/// Replaces an operation that adds products by another one.
class MatchBody : public RewritePattern {
public:
  MatchBody(StringRef product, StringRef to, MLIRContext *context)
      : RewritePattern("t.generic", /*benefit=*/1, context, {to}),
        names(product, context), created(to, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!addsProduct(op, names))
      return failure();
    OperationState state(op->getLoc(), created);
    state.addOperands(op->getOperands());
    state.addTypes(op->getResult(0).getType());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  Names names;
  OperationName created;
};

/// The same, and the new operation has a body with the product alone.
class BuildBody : public RewritePattern {
public:
  explicit BuildBody(MLIRContext *context)
      : RewritePattern("t.generic", /*benefit=*/1, context,
                       {"t.map", "t.mul", "t.yield"}),
        names("t.mul", context), created("t.map", context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!addsProduct(op, names))
      return failure();
    Location loc = op->getLoc();
    Type type = op->getResult(0).getType();
    OperationState state(loc, created);
    state.addOperands(op->getOperands());
    state.addTypes(type);
    Region *region = state.addRegion();
    {
      OpBuilder::InsertionGuard guard(rewriter);
      Block *block =
          rewriter.createBlock(region, region->end(), {type, type}, {loc, loc});
      OperationState product(loc, names.product);
      product.addOperands(block->getArguments());
      product.addTypes(type);
      OperationState yield(loc, names.yield);
      yield.addOperands(rewriter.create(product)->getResult(0));
      rewriter.create(yield);
    }
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  Names names;
  OperationName created;
};

/// Replaces an operation whose block contains a store.
class FindInBody : public RewritePattern {
public:
  explicit FindInBody(MLIRContext *context)
      : RewritePattern("t.loop", /*benefit=*/1, context, {"t.filled"}),
        store("t.store", context), created("t.filled", context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 0 ||
        op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
      return failure();
    Block &block = op->getRegion(0).front();
    if (block.getNumArguments() != 0)
      return failure();
    auto isStore = [&](Operation &op) { return isOperation(op, store, 1, 0); };
    if (llvm::none_of(block, isStore))
      return failure();
    OperationState state(op->getLoc(), created);
    state.addOperands(op->getOperands());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  OperationName store;
  OperationName created;
};

} // namespace

void addRegionPatterns(StringRef kind, unsigned count,
                       RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  if (kind == "build")
    patterns.add<BuildBody>(context);
  if (kind == "find")
    patterns.add<FindInBody>(context);
  if (kind == "match")
    for (unsigned index = 0; index < count; ++index)
      patterns.add<MatchBody>(("t.mul" + Twine(index)).str(),
                              ("t.contract" + Twine(index)).str(), context);
}
