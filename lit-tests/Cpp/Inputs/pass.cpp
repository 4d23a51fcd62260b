// A pass `test-header` that applies the patterns of the header HEADER, as a
// compiler in C++ would. With the option `one`, it applies only the pattern
// ONE_PATTERN. NATIVE says that no pattern of the header is in the form of pdl. With
// `dispatch`, the pass then uses dispatchers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Pass/Pass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

#include HEADER

namespace {
struct HeaderPass : PassWrapper<HeaderPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HeaderPass)

  HeaderPass() = default;
  HeaderPass(const HeaderPass &other)
      : PassWrapper(other), patterns(other.patterns) {}

  StringRef getArgument() const final { return "test-header"; }
#ifndef NATIVE
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }
#endif
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
#ifdef ONE_PATTERN
    if (one)
      set.add<ONE_PATTERN>(context);
#endif
#ifdef NATIVE
    if (dispatch)
      populateGeneratedPDLLDispatchers(set);
#endif
    if (!one && !dispatch)
      populateGeneratedPDLLPatterns(set);
#ifndef NATIVE
    // What the pattern file only declares.
    set.getPDLPatterns().registerConstraintFunction(
        "IsOdd", [](PatternRewriter &, Attribute value) {
          auto integer = dyn_cast<IntegerAttr>(value);
          return success(integer && integer.getValue()[0]);
        });
#endif
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns)))
      signalPassFailure();
  }

  Option<bool> one{*this, "one", llvm::cl::init(false)};
  Option<bool> dispatch{*this, "dispatch", llvm::cl::init(false)};
  FrozenRewritePatternSet patterns;
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default")))
PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "header", "1",
          [] { PassRegistration<HeaderPass>(); }};
}
