// Applies patterns with MLIR's greedy driver, and defines the native functions
// of the patterns for MLIR and for pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pdll/NativeRegistry.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

//===- Native functions ---------------------------------------------------===//

/// The visits and rewrites in this process.
static int64_t events = 0;

static LogicalResult visit(PatternRewriter &, Operation *) {
  ++events;
  return failure();
}

static void done(PatternRewriter &, Operation *) { ++events; }

static Attribute count(PatternRewriter &rewriter) {
  return rewriter.getI64IntegerAttr(events);
}

static LogicalResult isUsedOnce(PatternRewriter &, Value value) {
  return success(value.hasOneUse());
}

static LogicalResult isNotFirst(PatternRewriter &, Operation *op) {
  return success(op != &op->getBlock()->front());
}

static LogicalResult hasLeft(PatternRewriter &, Operation *op) {
  auto left = op->getAttrOfType<IntegerAttr>("left");
  return success(left && left.getInt() > 0);
}

static void takeOne(PatternRewriter &rewriter, Operation *op) {
  int64_t left = op->getAttrOfType<IntegerAttr>("left").getInt();
  rewriter.modifyOpInPlace(op, [&] {
    op->setAttr("left", rewriter.getI64IntegerAttr(left - 1));
    op->setAttr("n", count(rewriter));
  });
}

static void moveToFront(PatternRewriter &rewriter, Operation *op) {
  rewriter.moveOpBefore(op, op->getBlock(), op->getBlock()->begin());
}

/// The definition of the operand may then be dead, and MLIR's driver is not told.
static void dropOperand(PatternRewriter &rewriter, Operation *op) {
  rewriter.modifyOpInPlace(op, [&] { op->eraseOperand(0); });
}

PDLL_NATIVE_FUNCTIONS(registry) {
  registry.constraint("Visit", visit);
  registry.constraint("IsUsedOnce", isUsedOnce);
  registry.constraint("IsNotFirst", isNotFirst);
  registry.constraint("HasLeft", hasLeft);
  registry.rewrite("Done", done);
  registry.rewrite("Count", count);
  registry.rewrite("TakeOne", takeOne);
  registry.rewrite("MoveToFront", moveToFront);
  registry.rewrite("DropOperand", dropOperand);
}

static void registerNatives(PDLPatternModule &patterns) {
  patterns.registerConstraintFunction("Visit", visit);
  patterns.registerConstraintFunction("IsUsedOnce", isUsedOnce);
  patterns.registerConstraintFunction("IsNotFirst", isNotFirst);
  patterns.registerConstraintFunction("HasLeft", hasLeft);
  patterns.registerRewriteFunction("Done", done);
  patterns.registerRewriteFunction("Count", count);
  patterns.registerRewriteFunction("TakeOne", takeOne);
  patterns.registerRewriteFunction("MoveToFront", moveToFront);
  patterns.registerRewriteFunction("DropOperand", dropOperand);
}

//===- The pass -----------------------------------------------------------===//

namespace {

/// The options are those of `apply-pdll`.
class ApplyWithMlir : public PassWrapper<ApplyWithMlir, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyWithMlir)

  ApplyWithMlir() = default;
  ApplyWithMlir(const ApplyWithMlir &other)
      : PassWrapper(other), patterns(other.patterns) {}

  StringRef getArgument() const override { return "apply-with-mlir"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Option<std::string> pdl{*this, "pdl"};
  Option<bool> topDown{*this, "top-down", llvm::cl::init(true)};
  Option<bool> fold{*this, "fold", llvm::cl::init(true)};
  Option<bool> cseConstants{*this, "cse-constants", llvm::cl::init(true)};
  Option<int64_t> maxIterations{*this, "max-iterations", llvm::cl::init(10)};
  Option<int64_t> maxNumRewrites{*this, "max-num-rewrites", llvm::cl::init(-1)};
  Option<std::string> level{*this, "region-simplify", llvm::cl::init("normal")};
  Option<std::string> strictness{*this, "strictness", llvm::cl::init("any")};

  FrozenRewritePatternSet patterns;
};

} // namespace

LogicalResult ApplyWithMlir::initialize(MLIRContext *context) {
  PDLPatternModule module(parseSourceFile<ModuleOp>(pdl, context));
  registerNatives(module);
  patterns = FrozenRewritePatternSet(RewritePatternSet(std::move(module)));
  return success();
}

void ApplyWithMlir::runOnOperation() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(topDown)
      .enableFolding(fold)
      .enableConstantCSE(cseConstants)
      .setMaxIterations(maxIterations)
      .setMaxNumRewrites(maxNumRewrites)
      .setRegionSimplificationLevel(
          level == "disabled" ? GreedySimplifyRegionLevel::Disabled
          : level == "normal" ? GreedySimplifyRegionLevel::Normal
                              : GreedySimplifyRegionLevel::Aggressive)
      .setStrictness(strictness == "any" ? GreedyRewriteStrictness::AnyOp
                     : strictness == "existing"
                         ? GreedyRewriteStrictness::ExistingOps
                         : GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyPatternsGreedily(getOperation(), patterns, config);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "greedy-peer", "1",
          [] { PassRegistration<ApplyWithMlir>(); }};
}
