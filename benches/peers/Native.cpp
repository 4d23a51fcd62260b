// A plugin with the pass `bench-native`, which applies the patterns of the
// header HEADER: C++ code that pdll wrote.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include HEADER

using namespace mlir;

namespace {

class NativePass : public PassWrapper<NativePass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NativePass)

  NativePass() = default;
  NativePass(const NativePass &other) : PassWrapper(other), set(other.set) {}

  StringRef getArgument() const override { return "bench-native"; }
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    if (dispatch)
      populateGeneratedPDLLDispatchers(patterns);
    else
      populateGeneratedPDLLPatterns(patterns);
    set = FrozenRewritePatternSet(std::move(patterns));
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), set); }

private:
  Option<bool> dispatch{*this, "dispatch", llvm::cl::init(false),
                        llvm::cl::desc("Use dispatchers")};

  FrozenRewritePatternSet set;
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "pdll-bench-native", "1",
          [] { PassRegistration<NativePass>(); }};
}
