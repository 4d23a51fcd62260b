// Passes that apply patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/PatternPass.h"
#include "conversion/CreateConversion.h"
#include "report/NeverFired.h"

#include "mlir/Dialect/PDL/IR/PDL.h"

using namespace mlir;
using namespace pdll;

void PatternPass::getDependentDialects(DialectRegistry &registry) const {
  registry.insert<pdl::PDLDialect>();
}

LogicalResult PatternPass::initialize(MLIRContext *context) {
  // The pass manager has declared multi-threaded execution by now, in which a
  // context with assertions refuses to load dialects. No thread runs yet, and
  // patterns and conversions need the dialects that they mention.
  context->exitMultiThreadedExecution();
  LogicalResult result = compile(context);
  context->enterMultiThreadedExecution();
  return result;
}

LogicalResult PatternPass::compile(MLIRContext *context) {
  // Before anything that takes long.
  if (failed(checkOptions(context)))
    return failure();
  std::optional<LoadedPatterns> loaded = loadPatterns(context);
  if (!loaded)
    return failure();
  PatternFilter filter{llvm::to_vector_of<StringRef>(*enablePatterns),
                       llvm::to_vector_of<StringRef>(*disablePatterns)};
  FailureOr<PatternIndexList> indices = preparePatternSet(
      *loaded->module, filter,
      [&](ModuleOp module, MutableArrayRef<bool> areSound) {
        checkInRust(module, *loaded->natives, areSound);
      });
  if (failed(indices))
    return failure();
  std::shared_ptr<const PdllPatternSet> compiled = create(*loaded, *indices);
  if (!compiled)
    return failure();
  keep(std::move(*loaded));
  return prepare(context, std::move(compiled));
}

/// Gives the patterns of a set their warnings, unless they were dropped.
static void addWarnings(PdllPatternSet &set, const PatternWarnings &warnings,
                        PatternIndices indices) {
  for (const auto &[pattern, warning] : warnings) {
    std::optional<size_t> index =
        indices.empty() ? std::optional(pattern) : indices[pattern];
    if (index)
      set.infos[*index].warnings.push_back(warning);
  }
}

/// Returns null if there is no program, which has been reported.
std::shared_ptr<const PdllPatternSet>
PatternPass::create(const LoadedPatterns &loaded,
                    PatternIndices indices) const {
  std::shared_ptr<const PdllPatternSet> set;
  withProgram(*loaded.module, indices, [&](PatternProgram program) {
    std::unique_ptr<PdllPatternSet> created = createPatternSet(
        *loaded.module, *loaded.natives, program, getUse());
    addWarnings(*created, loaded.warnings, indices);
    set = std::move(created);
  });
  return set;
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
  return namedOptions.checkDriver(UnknownLoc::get(context),
                                  pdll::getName(driver.getValue()));
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
      conversion.get()};
}

LogicalResult PatternPass::apply(Operation *root, PatternTotals &totals) const {
  std::optional<RunRecord> record;
  if (report && failed(report->checkProgram(root)))
    return failure();
  // It is about the program before it changes.
  if (report && !getExplainFile().empty())
    report->addExplanation(root, explain(root));
  if (report)
    record.emplace(root, *patternSet, report->getTraceLevel());
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
