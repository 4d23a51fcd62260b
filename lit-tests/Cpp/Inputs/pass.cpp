// A pass `test-header` that applies the patterns of the header HEADER, as a
// compiler in C++ would. With the option `one`, it applies only the pattern
// ONE_PATTERN, with the functions of the set if ONE_WITH_FUNCTIONS is defined.
// INTERPRETER says that MLIR's interpreter runs the patterns. Otherwise the option
// `dispatch` lets the pass use dispatchers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Pass/Pass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#ifdef INTERPRETER
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#endif
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

#include HEADER

static LogicalResult isOdd(PatternRewriter &, Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return success(integer && integer.getValue()[0]);
}

static Attribute increment(PatternRewriter &, Attribute value) {
  auto integer = cast<IntegerAttr>(value);
  return IntegerAttr::get(integer.getType(), integer.getValue() + 1);
}

/// Registers what pattern files only declare.
static void registerFunctions(PDLPatternModule &patterns) {
  patterns.registerConstraintFunction("IsOdd", isOdd);
  patterns.registerConstraintFunction("Odd_check", isOdd);
  patterns.registerRewriteFunction("Increment", increment);
}

namespace {
struct HeaderPass : PassWrapper<HeaderPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HeaderPass)

  HeaderPass() = default;
  HeaderPass(const HeaderPass &other)
      : PassWrapper(other), patterns(other.patterns) {}

  StringRef getArgument() const final { return "test-header"; }
#ifdef INTERPRETER
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }
#endif
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    registerFunctions(set.getPDLPatterns());
#if defined(ONE_WITH_FUNCTIONS)
    if (one)
      set.add<ONE_PATTERN>(context, set.getPDLPatterns());
#elif defined(ONE_PATTERN)
    if (one)
      set.add<ONE_PATTERN>(context);
#endif
#ifndef INTERPRETER
    if (dispatch)
      populateGeneratedPDLLDispatchers(set);
#endif
    if (!one && !dispatch)
      populateGeneratedPDLLPatterns(set);
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
