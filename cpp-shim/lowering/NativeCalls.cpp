// How the run time calls native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/NativeCalls.h"
#include "conversion/ConversionRewriter.h"
#include "natives/FailureReason.h"
#include "run/RewriteGuard.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

/// Makes the pass fail, for the reason that was given if there is one.
static void reportFailure(StringRef kind, StringRef name, Location loc) {
  InFlightDiagnostic error = emitError(loc, "native ")
                             << kind << " `" << name << "` failed";
  if (!getFailureReason().empty())
    error << ": " << getFailureReason();
  RewriteGuard::failCurrent(error);
}

PDLConstraintFunction pdll::makeConstraint(const Native &native, StringRef name,
                                           Location loc) {
  return [native, name = name.str(),
          loc](PatternRewriter &rewriter, PDLResultList &results,
               ArrayRef<PDLValue> arguments) -> LogicalResult {
    if (native.findMissing(arguments))
      return failure();
    clearFailureReason();
    LogicalResult holds = native.function(rewriter, results, arguments);
    if (failed(holds) && !getFailureReason().empty())
      reportFailure("constraint", name, loc);
    return holds;
  };
}

/// Results that stand for those of a rewrite that failed. Whatever the pattern
/// does with them must not crash before the pass has failed.
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

/// Calls a rewrite. `isRefused` is set if it fails for what it asked of a
/// conversion, which has been told.
static LogicalResult call(const Native &native, PatternRewriter &rewriter,
                          PDLResultList &results, ArrayRef<PDLValue> arguments,
                          bool &isRefused) {
  ConversionMonitor *monitor = ConversionMonitor::getCurrent();
  if (!monitor)
    return native.function(rewriter, results, arguments);
  ConversionRewriter guarded(rewriter, *monitor);
  LogicalResult result = native.function(guarded, results, arguments);
  isRefused = guarded.hasRefused();
  return failure(failed(result) || isRefused);
}

PDLRewriteFunction pdll::makeRewrite(const Native &native, StringRef name,
                                     Location loc, ArrayRef<PdllKind> kinds) {
  return [native, name = name.str(), loc, kinds = SmallVector<PdllKind>(kinds)](
             PatternRewriter &rewriter, PDLResultList &results,
             ArrayRef<PDLValue> arguments) -> LogicalResult {
    clearFailureReason();
    bool isRefused = false;
    std::optional<size_t> missing = native.findMissing(arguments);
    if (missing)
      setFailureReason(("its argument #" + Twine(*missing + 1) +
                        " is not there, and it does not take that")
                           .str());
    else if (succeeded(call(native, rewriter, results, arguments, isRefused)))
      return success();
    if (isRefused)
      return failure();
    if (rewriter.canRecoverFromRewriteFailure()) {
      std::string reason = "native rewrite `" + name + "` failed";
      if (!getFailureReason().empty())
        reason += (": " + getFailureReason()).str();
      RewriteGuard::getCurrent()->recover(reason);
      return failure();
    }
    reportFailure("rewrite", name, loc);
    addPlaceholders(rewriter, loc, kinds, results);
    return success();
  };
}
