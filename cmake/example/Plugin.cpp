// A pass that applies the patterns of a generated header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace {
#include PATTERNS

struct ExamplePass : mlir::PassWrapper<ExamplePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExamplePass)

  llvm::StringRef getArgument() const override { return PASS; }

  // MLIR's interpreter, which runs the patterns of `add_mlir_pdll_library`, needs the
  // dialects of pdl.
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect, mlir::pdl::PDLDialect,
                    mlir::pdl_interp::PDLInterpDialect>();
  }

  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    mlir::RewritePatternSet set(context);
    populateGeneratedPDLLPatterns(set);
    patterns = std::move(set);
    return mlir::success();
  }

  void runOnOperation() override {
    if (failed(mlir::applyPatternsGreedily(getOperation(), patterns)))
      signalPassFailure();
  }

  mlir::FrozenRewritePatternSet patterns;
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "example", LLVM_VERSION_STRING,
          [] { mlir::PassRegistration<ExamplePass>(); }};
}
