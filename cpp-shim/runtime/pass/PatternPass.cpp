// Passes that apply patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/PatternPass.h"
#include "conversion/CreateConversion.h"
#include "pdll/TypeNames.h"
#include "report/NeverFired.h"

#include "mlir/Dialect/PDL/IR/PDL.h"

using namespace mlir;
using namespace pdll;

void PatternPass::getDependentDialects(DialectRegistry &registry) const {
  registry.insert<pdl::PDLDialect>();
}

LogicalResult PatternPass::initialize(MLIRContext *context) {
  pdll_type_names::learnFrom(context);
  // The pass manager has declared multi-threaded execution by now, in which a
  // context with assertions refuses to load dialects. No thread runs yet, and
  // patterns and conversions need the dialects that they mention.
  context->exitMultiThreadedExecution();
  LogicalResult result = compileAndPrepare(context);
  context->enterMultiThreadedExecution();
  return result;
}

LogicalResult PatternPass::compileAndPrepare(MLIRContext *context) {
  // Before anything that takes long.
  if (failed(checkOptions(context)))
    return failure();
  std::shared_ptr<const PdllPatternSet> compiled = compile(context);
  return compiled ? prepare(context, std::move(compiled)) : failure();
}

LogicalResult
PatternPass::prepare(MLIRContext *context,
                     std::shared_ptr<const PdllPatternSet> patterns) {
  patternSet = std::move(patterns);
  return success(succeeded(checkOptions(context)) &&
                 succeeded(prepareConversion(context)) &&
                 succeeded(prepareReport(context)));
}

/// Checks that the driver uses all options that are set.
LogicalResult PatternPass::checkOptions(MLIRContext *context) const {
  Location loc = UnknownLoc::get(context);
  if (rewriteLimit && driver == PdllDriverConversion)
    return emitError(loc, "a conversion rewrites all or nothing, so that it "
                          "cannot end after some of its rewrites");
  return namedOptions.checkDriver(loc, pdll::getName(driver.getValue()));
}

LogicalResult PatternPass::prepareConversion(MLIRContext *context) {
  conversion.reset();
  if (driver != PdllDriverConversion)
    return success();
  BorrowedOptions borrowed;
  PdllConversionOptions options = {
#define PDLL_CONVERSION_OPTION(Type, Member, ...) borrowed(Member),
#include "contract/Options.def"
  };
  conversion = createConversion(context, options);
  return success(conversion != nullptr);
}

LogicalResult PatternPass::prepareReport(MLIRContext *context) {
  report.reset();
  RunReportOptions options;
  options.report = reportFile;
  options.trace = traceFile;
  options.explain = getExplainFile().str();
  options.traceSink = traceSink;
  options.printsStatistics = statistics;
  options.neverFired = warnNeverFired;
  if (options.report.empty() && !options.isTraced() &&
      options.explain.empty() && !statistics &&
      !mayWarnOfNeverFired(*patternSet, warnNeverFired))
    return success();
  if (traceTexts && options.isTraced())
    options.level = TraceLevel::Texts;
  report = RunReport::create(context, patternSet, std::move(options));
  return success(report != nullptr);
}

PdllPatternUse PatternPass::getUse() const {
  return driver == PdllDriverConversion ? PdllUseAny : PdllUseRewrite;
}

PdllDriverOptions PatternPass::getDriverOptions() const {
  return {
#define PDLL_DRIVER_OPTION(Type, Member, ...) Member.getValue(),
#include "contract/Options.def"
      conversion.get(), rewriteLimit};
}

LogicalResult PatternPass::apply(Operation *root, PatternTotals &totals) const {
  std::optional<RunRecord> record;
  if (report && failed(report->checkProgram(root)))
    return failure();
  // It is about the program before it changes.
  if (report && !getExplainFile().empty())
    report->addExplanation(root, explain(root));
  if (report)
    record.emplace(root, *patternSet, report->getTraceLevel(), rewriteLimit);
  LogicalResult result = applyPatterns(*patternSet, root, getDriverOptions(),
                                       totals, record ? &*record : nullptr);
  if (report) {
    record->finish(result);
    if (failed(report->add(root, *record, result)))
      return failure();
  }
  return result;
}

void PatternPass::runOnOperation() {
  PatternTotals totals;
  if (failed(apply(getOperation(), totals)))
    signalPassFailure();
  numMatches += totals.matches;
  numRewrites += totals.rewrites;
  numFailures += totals.failures;
}
