// Operations of transform scripts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "transform/ScriptOperations.h"
#include "transform/ApplyPatternsOp.h"
#include "transform/MatchOp.h"
#include "transform/ScriptPatterns.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"

using namespace mlir;
using namespace pdll;

namespace {

class ScriptExtension
    : public transform::TransformDialectExtension<ScriptExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScriptExtension)
  using Base::Base;

  void init() {
    declareDependentDialect<pdl::PDLDialect>();
    // Patterns may create operations of any dialect, and while a script runs, none can
    // be loaded.
    addCustomInitializationStep([](MLIRContext *context) {
      for (StringRef name : context->getAvailableDialects())
        context->getOrLoadDialect(name);
    });
    addDialectDataInitializer<ShownWarnings>([](ShownWarnings &) {});
    registerTransformOps<ApplyPatternsOp, MatchOp, FailedOp>();
  }
};

} // namespace

void pdll::registerScriptOperations(DialectRegistry &registry,
                                    PdllCompileCallback compile) {
  setScriptCompiler(compile);
  registry.addExtensions<ScriptExtension>();
}
