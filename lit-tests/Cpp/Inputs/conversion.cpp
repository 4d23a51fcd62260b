// A pass `test-conversion` that applies the patterns of the header HEADER in a
// conversion: operations of the dialect `old` are illegal. While a pattern
// rewrites, its configuration sets `isRewriting`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

static bool isRewriting = false;

#include HEADER

namespace {
struct Config : PDLPatternConfigBase<Config> {
  void notifyRewriteBegin(PatternRewriter &) override { isRewriting = true; }
  void notifyRewriteEnd(PatternRewriter &) override { isRewriting = false; }
};

struct ConversionPass : PassWrapper<ConversionPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConversionPass)

  StringRef getArgument() const final { return "test-conversion"; }
  void runOnOperation() override {
    TypeConverter types;
    types.addConversion([](Type type) { return type; });
    RewritePatternSet patterns(&getContext());
    populateGeneratedPDLLPatterns(patterns, PDLConversionConfig(&types),
                                  Config());
    for (const std::unique_ptr<RewritePattern> &pattern :
         patterns.getNativePatterns()) {
      llvm::errs() << pattern->getDebugName() << ", benefit "
                   << pattern->getBenefit().getBenefit();
      for (OperationName name : pattern->getGeneratedOps())
        llvm::errs() << ", " << name;
      for (StringRef label : pattern->getDebugLabels())
        llvm::errs() << ", label " << label;
      llvm::errs() << (pattern->hasBoundedRewriteRecursion() ? ", bounded\n"
                                                             : "\n");
    }
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !op->getName().getStringRef().starts_with("old.");
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "conversion", "1",
          [] { PassRegistration<ConversionPass>(); }};
}
