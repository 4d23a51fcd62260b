// The standard library for programs that patterns are compiled into.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/FailureReason.h"
#include "std/AnyOf.h"
#include "std/Library.h"
#include "std/Numbers.h"
#include "support/InsertionPlace.h"

#include "embedded/Disjunction.inc"
#include "embedded/NativeLibrary.inc"

using namespace mlir;
using namespace pdll;

static PDLConstraintFunction makeConstraint(const Native &native) {
  return [&native](PatternRewriter &rewriter, PDLResultList &results,
                   ArrayRef<PDLValue> arguments) {
    if (native.findMissing(arguments))
      return failure();
    return native.function(rewriter, results, arguments);
  };
}

/// Reports why a rewrite failed. MLIR's run time, which ends the process then,
/// does not know the reason.
static void reportFailure(PatternRewriter &rewriter, StringRef name) {
  emitError(getInsertionPlace(rewriter), describeFailure("rewrite", name));
}

static PDLRewriteFunction makeRewrite(const Native &native, StringRef name) {
  return [&native,
          name = name.str()](PatternRewriter &rewriter, PDLResultList &results,
                             ArrayRef<PDLValue> arguments) -> LogicalResult {
    clearFailureReason();
    std::optional<size_t> missing = native.findMissing(arguments);
    if (missing)
      setFailureReason(
          ("its argument #" + Twine(*missing + 1) + " does not exist").str());
    else if (succeeded(native.function(rewriter, results, arguments)))
      return success();
    if (!rewriter.canRecoverFromRewriteFailure())
      reportFailure(rewriter, name);
    return failure();
  };
}

void pdllFindLibraryFunction(bool isConstraint, const char *name,
                             PDLConstraintFunction &function) {
  PdllNativeKind kind = isConstraint ? PdllNativeConstraint : PdllNativeRewrite;
  const Native *native = getLibraryFunctions().lookup(kind, name);
  if (!native)
    llvm::report_fatal_error(Twine("the patterns need `") + name +
                             "`, which this version of pdll does not have");
  function =
      isConstraint ? makeConstraint(*native) : makeRewrite(*native, name);
}

void pdllJoinConstraints(
    MLIRContext *context,
    ArrayRef<std::pair<const char *, PDLConstraintFunction>> constraints,
    PDLConstraintFunction &function) {
  keepSmallIntegers(context);
  Natives own;
  for (const auto &[name, constraint] : constraints)
    llvm::cantFail(
        own.add(PdllNativeConstraint, name, {std::nullopt, constraint, ""}));
  function = makeDisjunction([own](StringRef name) {
    const Native *native = own.lookup(PdllNativeConstraint, name);
    return native ? native
                  : getLibraryFunctions().lookup(PdllNativeConstraint, name);
  });
}
