// Applies the patterns of the benchmark without pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Peers.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace {

/// The C++ form of `replace op<t.aN>(x: Value, y: Value) -> (t: Type) with
/// op<t.bN>(y, x) -> (t)`, where the matched operation may need the attribute
/// `n` with a value.
class SwapOperands : public RewritePattern {
public:
  SwapOperands(StringRef from, StringRef to, Attribute number,
               MLIRContext *context)
      : RewritePattern(from, /*benefit=*/1, context, {to}),
        created(to, context), number(number), n(StringAttr::get(context, "n")) {
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 2 || op->getNumResults() != 1)
      return failure();
    if (number && op->getAttr(n) != number)
      return failure();
    OperationState state(op->getLoc(), created);
    state.addOperands({op->getOperand(1), op->getOperand(0)});
    state.addTypes(op->getResult(0).getType());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  OperationName created;
  Attribute number;
  StringAttr n;
};

/// The C++ form of the pattern in benches/bench/types.rs.
class CheckTypes : public RewritePattern {
public:
  CheckTypes(unsigned limit, MLIRContext *context)
      : RewritePattern("t.v", /*benefit=*/1, context, {"t.w"}),
        created("t.w", context), limit(limit) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1)
      return failure();
    auto vector = dyn_cast<VectorType>(op->getOperand(0).getType());
    if (!vector || vector.getRank() != 1 || vector.isScalable() ||
        vector.getElementType() != op->getResult(0).getType())
      return failure();
    auto element = dyn_cast<IntegerType>(vector.getElementType());
    if (!element || !element.isSignless() || element.getWidth() > limit)
      return failure();
    OperationState state(op->getLoc(), created);
    state.addOperands(op->getOperand(0));
    state.addTypes(op->getResult(0).getType());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  OperationName created;
  unsigned limit;
};

class PeerPass : public PassWrapper<PeerPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PeerPass)

  PeerPass() = default;
  PeerPass(const PeerPass &other) : PassWrapper(other), set(other.set) {}

  StringRef getArgument() const override { return "bench-peer"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Option<std::string> pdl{*this, "pdl",
                          llvm::cl::desc("A file with patterns in pdl")};
  Option<unsigned> count{*this, "count",
                         llvm::cl::desc("The number of C++ patterns"),
                         llvm::cl::init(0)};
  ListOption<std::string> rename{
      *this, "rename",
      llvm::cl::desc("A C++ pattern for an old name and a new one")};
  Option<bool> attributes{
      *this, "attributes", llvm::cl::init(false),
      llvm::cl::desc(
          "The C++ patterns have one root and differ in an attribute")};
  Option<unsigned> types{*this, "types",
                         llvm::cl::desc("A C++ pattern checks types, with this "
                                        "greatest width of integers"),
                         llvm::cl::init(0)};
  Option<std::string> regions{
      *this, "regions",
      llvm::cl::desc("The C++ patterns look into regions, and are of a kind")};
  Option<bool> walk{*this, "walk", llvm::cl::desc("Use the walk driver"),
                    llvm::cl::init(false)};

  FrozenRewritePatternSet set;
};

} // namespace

LogicalResult PeerPass::initialize(MLIRContext *context) {
  RewritePatternSet patterns(context);
  if (!regions.empty())
    addRegionPatterns(regions, count, patterns);
  for (unsigned index = 0; regions.empty() && index < count; ++index) {
    std::string from = attributes ? "t.a" : ("t.a" + Twine(index)).str();
    Attribute number =
        attributes ? Builder(context).getI32IntegerAttr(index) : Attribute();
    patterns.add(std::make_unique<SwapOperands>(
        from, ("t.b" + Twine(index)).str(), number, context));
  }
  if (rename.size() == 2)
    addSwap(rename[0], rename[1], patterns);
  if (types != 0)
    patterns.add(std::make_unique<CheckTypes>(types, context));
  if (!pdl.empty()) {
    auto module = parseSourceFile<ModuleOp>(pdl, context);
    if (!module)
      return failure();
    patterns.add(PDLPatternModule(std::move(module)));
  }
  set = FrozenRewritePatternSet(std::move(patterns));
  return success();
}

void PeerPass::runOnOperation() {
  if (walk)
    return walkAndApplyPatterns(getOperation(), set);
  // The defaults of `apply-pdll`.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal)
      .setMaxIterations(10)
      .enableFolding(true)
      .enableConstantCSE(true);
  if (failed(applyPatternsGreedily(getOperation(), set, config)))
    signalPassFailure();
}

void addSwap(StringRef from, StringRef to, RewritePatternSet &patterns) {
  patterns.add(std::make_unique<SwapOperands>(from, to, Attribute(),
                                              patterns.getContext()));
}

void registerPeer() { PassRegistration<PeerPass>(); }
