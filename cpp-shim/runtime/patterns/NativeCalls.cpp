// How patterns call native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/NativeCalls.h"
#include "natives/FailureReason.h"
#include "patterns/CurrentRun.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

PDLConstraintFunction pdll::makeConstraint(const Native &native, StringRef name,
                                           Location loc) {
  return [native, name = name.str(),
          loc](PatternRewriter &rewriter, PDLResultList &results,
               ArrayRef<PDLValue> arguments) -> LogicalResult {
    if (native.findMissing(arguments))
      return failure();
    clearFailureReason();
    LogicalResult holds = native.function(rewriter, results, arguments);
    if (failed(holds) && !getFailureReason().empty()) {
      InFlightDiagnostic error =
          emitError(loc, describeFailure("constraint", name));
      CurrentRun::failCurrent(error);
    }
    return holds;
  };
}

/// Adds results that stand for those of a rewrite that failed. The pattern may
/// do anything with them without a crash.
static void addPlaceholders(PatternRewriter &rewriter, Location loc,
                            ArrayRef<PdllKind> kinds, PDLResultList &results) {
  auto none = NoneType::get(rewriter.getContext());
  auto createValue = [&] {
    return UnrealizedConversionCastOp::create(rewriter, loc, TypeRange{none},
                                              ValueRange());
  };
  for (PdllKind kind : kinds) {
    switch (kind) {
    case PdllAttribute:
      results.push_back(rewriter.getUnitAttr());
      break;
    case PdllOperation:
      results.push_back(createValue().getOperation());
      break;
    case PdllType:
      results.push_back(Type(none));
      break;
    case PdllTypeRange:
      results.push_back(TypeRange());
      break;
    case PdllValue:
      results.push_back(createValue().getResult(0));
      break;
    case PdllValueRange:
      results.push_back(ValueRange());
      break;
    }
  }
}

/// Calls a rewrite with all arguments that it needs.
static CallOutcome call(const Native &native, PatternRewriter &rewriter,
                        PDLResultList &results, ArrayRef<PDLValue> arguments) {
  if (std::optional<size_t> missing = native.findMissing(arguments)) {
    setFailureReason(
        ("its argument #" + Twine(*missing + 1) + " does not exist").str());
    return CallOutcome::Failed;
  }
  auto callWith = [&](PatternRewriter &allowed) {
    return native.function(allowed, results, arguments);
  };
  if (CurrentRun *run = CurrentRun::get())
    return run->callRewrite(rewriter, callWith);
  return succeeded(callWith(rewriter)) ? CallOutcome::Done
                                       : CallOutcome::Failed;
}

/// Tells the run, whose driver takes the pattern back, why a rewrite failed.
static void recover(StringRef name) {
  if (CurrentRun *run = CurrentRun::get())
    run->recover(describeFailure("rewrite", name));
}

PDLRewriteFunction pdll::makeRewrite(const Native &native, StringRef name,
                                     Location loc, ArrayRef<PdllKind> kinds) {
  return [native, name = name.str(), loc, kinds = SmallVector<PdllKind>(kinds)](
             PatternRewriter &rewriter, PDLResultList &results,
             ArrayRef<PDLValue> arguments) -> LogicalResult {
    clearFailureReason();
    switch (call(native, rewriter, results, arguments)) {
    case CallOutcome::Done:
      return success();
    case CallOutcome::Refused:
      return failure();
    case CallOutcome::Failed:
      break;
    }
    if (rewriter.canRecoverFromRewriteFailure()) {
      recover(name);
      return failure();
    }
    InFlightDiagnostic error = emitError(loc, describeFailure("rewrite", name));
    CurrentRun::failCurrent(error);
    addPlaceholders(rewriter, loc, kinds, results);
    return success();
  };
}
