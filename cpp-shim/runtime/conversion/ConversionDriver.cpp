// MLIR's dialect conversion as a driver.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ConversionDriver.h"
#include "contract/Names.h"
#include "conversion/ConversionMonitor.h"
#include "conversion/Leftovers.h"
#include "conversion/PlainConversion.h"
#include "run/WalkDriver.h"
#include "support/ReportLocation.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pdll;

/// Says of each operation that is not legal whether it would become so.
static void reportAnalysis(Operation *root, const ConversionTarget &target,
                           const DenseSet<Operation *> &legalizable) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root)
      return WalkResult::advance();
    std::optional<ConversionTarget::LegalOpDetails> legal = target.isLegal(op);
    if (!legal)
      emitRemark(op->getLoc())
          << "`" << op->getName() << "` "
          << (legalizable.contains(op) ? "would be legalized"
                                       : "cannot be legalized");
    return legal && legal->isRecursivelyLegal ? WalkResult::skip()
                                              : WalkResult::advance();
  });
}

static InFlightDiagnostic reportRunaway(Operation *root,
                                        const ConversionMonitor &monitor) {
  InFlightDiagnostic error =
      emitError(getReportLocation(root))
      << "the patterns do not appear to terminate; stopped after "
      << monitor.getTotals().matches << " matches";
  monitor.describeCycle(error);
  return error;
}

static LogicalResult convert(PdllConversionMode mode, ArrayRef<Operation *> ops,
                             ConversionTarget &target,
                             const FrozenRewritePatternSet &patterns,
                             const ConversionConfig &config) {
  switch (mode) {
  case PdllConversionPartial:
    return applyPartialConversion(ops, target, patterns, config);
  case PdllConversionFull:
    return applyFullConversion(ops, target, patterns, config);
  case PdllConversionAnalysis:
    return applyAnalysisConversion(ops, target, patterns, config);
  }
  llvm_unreachable("these are all");
}

LogicalResult pdll::applyConversion(const PdllPatternSet &set, Operation *root,
                                    const PdllDriverOptions &options,
                                    PatternTotals &totals, RunRecord *record) {
  const PdllConversion &conversion = *options.conversion;
  if (conversion.convertsSignatures && isa<FunctionOpInterface>(root))
    return emitError(getReportLocation(root),
                     "convert-signatures needs to see functions and their "
                     "callers together; apply the patterns to what holds them, "
                     "such as the module");
  // What holds the patterns' operations is not itself converted.
  SmallVector<Operation *> ops;
  for (Region &region : root->getRegions())
    for (Operation &op : region.getOps())
      ops.push_back(&op);
  if (ops.empty())
    return success();
  if (std::optional<LogicalResult> result =
          convertPlainly(set, root, options, totals, record))
    return *result;

  ConversionMonitor monitor(root, set, options, record);
  if (conversion.convertsSignatures &&
      !monitor.getTypePatterns()->getConverter())
    return emitError(getReportLocation(root),
                     "convert-signatures needs types to convert; set "
                     "`type-conversion`, or write a pattern for `"
                     PDLL_CONVERT_TYPE "`");
  ConversionConfig config;
  config.listener = &monitor;
  config.foldingMode = options.fold
                           ? DialectConversionFoldingMode::BeforePatterns
                           : DialectConversionFoldingMode::Never;
  DenseSet<Operation *> legalizable;
  config.legalizableOps = &legalizable;
  ConversionTarget &target = monitor.getTarget();
  const FrozenRewritePatternSet &patterns = set.engine->getMlirPatterns();
  LogicalResult result =
      convert(conversion.mode, ops, target, patterns, config);
  // MLIR does not legalize the casts that it asks for.
  if (succeeded(result) && !monitor.getCasts().empty())
    result = applyToOperations(set, root, monitor.getCasts(), options, totals,
                               record);
  if (succeeded(result))
    monitor.finish();
  if (succeeded(result) && !monitor.hasFailed())
    result = checkLeftovers(root, monitor);
  monitor.getTypePatterns()->finish();
  totals.add(monitor.getTotals());
  totals.add(monitor.getTypePatterns()->getTotals());
  if (monitor.isRunaway())
    return reportRunaway(root, monitor);
  if (failed(result) || monitor.hasFailed())
    return failure();
  if (conversion.mode == PdllConversionAnalysis)
    reportAnalysis(root, target, legalizable);
  return success();
}
