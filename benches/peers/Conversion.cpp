// Applies the patterns of the benchmark by MLIR's conversion driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace {

/// The C++ form of `replace op<t.n>(x: Value, y: Value) -> (t: Type) with x`.
class TakeOperand : public RewritePattern {
public:
  explicit TakeOperand(MLIRContext *context)
      : RewritePattern("t.n", /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 2 || op->getNumResults() != 1)
      return failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

class ConversionPeerPass
    : public PassWrapper<ConversionPeerPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConversionPeerPass)

  ConversionPeerPass() = default;
  ConversionPeerPass(const ConversionPeerPass &other)
      : PassWrapper(other), set(other.set) {}

  StringRef getArgument() const override { return "bench-conversion-peer"; }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Option<unsigned> count{*this, "count",
                         llvm::cl::desc("The number of patterns; 0 for the one "
                                        "that makes chains short"),
                         llvm::cl::init(0)};
  Option<bool> rollback{*this, "rollback",
                        llvm::cl::desc("Whether patterns may be taken back"),
                        llvm::cl::init(true)};

  FrozenRewritePatternSet set;
};

} // namespace

LogicalResult ConversionPeerPass::initialize(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (unsigned index = 0; index < count; ++index)
    addSwap(("t.a" + Twine(index)).str(), ("t.b" + Twine(index)).str(),
            patterns);
  if (count == 0)
    patterns.add<TakeOperand>(context);
  set = FrozenRewritePatternSet(std::move(patterns));
  return success();
}

void ConversionPeerPass::runOnOperation() {
  ConversionTarget target(getContext());
  for (unsigned index = 0; index < count; ++index) {
    target.addIllegalOp(
        OperationName(("t.a" + Twine(index)).str(), &getContext()));
    target.addLegalOp(
        OperationName(("t.b" + Twine(index)).str(), &getContext()));
  }
  if (count == 0) {
    target.addIllegalOp(OperationName("t.n", &getContext()));
    target.addLegalOp(OperationName("t.u", &getContext()));
  }
  SmallVector<Operation *> operations;
  for (Region &region : getOperation()->getRegions())
    for (Operation &op : region.getOps())
      operations.push_back(&op);
  ConversionConfig config;
  config.allowPatternRollback = rollback;
  if (!operations.empty() &&
      failed(applyPartialConversion(operations, target, set, config)))
    signalPassFailure();
}

void registerConversionPeer() { PassRegistration<ConversionPeerPass>(); }
