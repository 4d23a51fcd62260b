// Applying patterns, and the pass `apply-pdll`, for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "pass/ApplyPass.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace pdll;

bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options) {
  PatternTotals totals;
  return succeeded(applyPatterns(*patterns, unwrap(root), *options, totals,
                                 /*record=*/nullptr));
}

void pdllRegisterApplyPass(PdllCompileCallback compile,
                           PdllExplainCallback explain) {
  registerApplyPass(compile, explain);
}

bool pdllIsPassRegistered(PdllString name) {
  StringRef text = toStringRef(name);
  return PassInfo::lookup(text) || PassPipelineInfo::lookup(text);
}

bool pdllParsePassPipeline(MlirPassManager manager, PdllString text,
                           const PdllOptionSetting *settings,
                           size_t numSettings, PdllTraceSink trace,
                           PdllRewriteLimit *limit, PdllErrorCallback report,
                           void *userData) {
  llvm::Expected<OpPassManager> parsed = parsePipeline(
      toStringRef(text), ArrayRef(settings, numSettings), trace, limit);
  if (!parsed) {
    report(toPdllString(llvm::toString(parsed.takeError())), userData);
    return false;
  }
  OpPassManager &passes = *unwrap(manager);
  passes = std::move(*parsed);
  return true;
}

struct PdllPass {
  std::unique_ptr<ApplyPass> pass;
};

PdllPass *pdllPassCreate() {
  return new PdllPass{std::make_unique<ApplyPass>()};
}

void pdllPassDestroy(PdllPass *pass) { delete pass; }

bool pdllPassSetOption(PdllPass *pass, PdllString name, PdllString value,
                       PdllErrorCallback report, void *userData) {
  llvm::Error error =
      pass->pass->setOption(toStringRef(name), toStringRef(value));
  if (!error)
    return true;
  report(toPdllString(llvm::toString(std::move(error))), userData);
  return false;
}

PdllPass *pdllPassPrepare(const PdllPass *pass, MlirContext context,
                          const PdllPatternSet *patterns) {
  auto prepared = pass->pass->prepare(unwrap(context), *patterns);
  return prepared ? new PdllPass{std::move(prepared)} : nullptr;
}

bool pdllPassApply(const PdllPass *pass, MlirOperation root) {
  PatternTotals totals;
  return succeeded(pass->pass->apply(unwrap(root), totals));
}
