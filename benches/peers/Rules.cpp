// A plugin with the pass `bench-rules`, which applies the patterns that mlir-tblgen
// made of rules: those in the file RULES.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

#include RULES

namespace {

class RulesPass : public PassWrapper<RulesPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RulesPass)

  RulesPass() = default;
  RulesPass(const RulesPass &other) : PassWrapper(other), set(other.set) {}

  StringRef getArgument() const override { return "bench-rules"; }
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    populateWithGenerated(patterns);
    set = FrozenRewritePatternSet(std::move(patterns));
    return success();
  }
  void runOnOperation() override;

private:
  Option<bool> walk{*this, "walk", llvm::cl::desc("Use the walk driver"),
                    llvm::cl::init(false)};

  FrozenRewritePatternSet set;
};

} // namespace

void RulesPass::runOnOperation() {
  if (walk)
    return walkAndApplyPatterns(getOperation(), set);
  // The defaults of `apply-pdll`.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true);
  if (failed(applyPatternsGreedily(getOperation(), set, config)))
    signalPassFailure();
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "pdll-bench-rules", "1",
          [] { PassRegistration<RulesPass>(); }};
}
