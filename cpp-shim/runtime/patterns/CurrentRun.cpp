// What patterns reach of the run that applies them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/CurrentRun.h"

using namespace mlir;
using namespace pdll;

static thread_local CurrentRun *current = nullptr;

CurrentRun::CurrentRun(RunKind kind, Operation *root)
    : kind(kind), growth(root), previous(current) {
  current = this;
}

CurrentRun::~CurrentRun() {
  for (std::unique_ptr<Region> &region : leftovers)
    for (Block &block : *region)
      block.dropAllDefinedValueUses();
  current = previous;
}

CurrentRun *CurrentRun::get() { return current; }

void CurrentRun::failCurrent() {
  if (current)
    current->failed = true;
}

void CurrentRun::failCurrent(InFlightDiagnostic &reason) {
  if (current && current->failed)
    reason.abandon();
  // A run ignores the errors after the first one, once it has failed.
  else
    reason.report();
  failCurrent();
}

CallOutcome CurrentRun::callRewrite(
    PatternRewriter &rewriter,
    llvm::function_ref<LogicalResult(PatternRewriter &)> call) {
  return succeeded(call(rewriter)) ? CallOutcome::Done : CallOutcome::Failed;
}
