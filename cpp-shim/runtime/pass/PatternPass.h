// Passes that apply patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_PATTERNPASS_H
#define PDLL_PASS_PATTERNPASS_H

#include "conversion/Conversion.h"
#include "engine/PatternSet.h"
#include "pass/ApplyPatterns.h"
#include "pass/PassOption.h"
#include "report/RunReport.h"

#include "mlir/Pass/Pass.h"

namespace pdll {

/// A pass that applies patterns, wherever these come from. It has the options
/// that say which of them to apply, how, and what to report.
class PatternPass : public mlir::OperationPass<> {
public:
  using OperationPass::OperationPass;
  // The pass manager copies the values of the options itself.
  PatternPass(const PatternPass &other)
      : OperationPass(other), traceSink(other.traceSink),
        rewriteLimit(other.rewriteLimit), patternSet(other.patternSet), conversion(other.conversion),
        report(other.report) {}

  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override;
  void runOnOperation() override;

  /// Gets ready to apply `patterns`.
  mlir::LogicalResult prepare(mlir::MLIRContext *context,
                              std::shared_ptr<const PdllPatternSet> patterns);
  /// Applies the patterns below `root`. Any thread may call this.
  mlir::LogicalResult apply(mlir::Operation *root, PatternTotals &totals) const;

protected:
  /// Makes the patterns of the pass that its options select. Null on failure,
  /// which has been reported.
  virtual std::shared_ptr<const PdllPatternSet>
  compile(mlir::MLIRContext *context) = 0;

  /// What the patterns must be ready for.
  PdllPatternUse getUse() const;

  /// The file for what `explain` says; empty for none.
  virtual llvm::StringRef getExplainFile() const { return ""; }
  /// Says why the patterns match operations inside of `root`, or do not.
  virtual std::string explain(mlir::Operation *) const { return ""; }

  /// Who takes the trace, besides the file of the option.
  PdllTraceSink traceSink = {};
  /// How often this pass may rewrite, together with others; null for no limit.
  PdllRewriteLimit *rewriteLimit = nullptr;

  /// The options by their names. They register here, so it stands before them.
  NamedOptions namedOptions;

#define PDLL_FILTER_OPTION PDLL_PASS_OPTION
#define PDLL_DRIVER_OPTION PDLL_PASS_OPTION
#define PDLL_CONVERSION_OPTION PDLL_PASS_OPTION
#define PDLL_REPORT_OPTION PDLL_PASS_OPTION
#include "contract/Options.def"

  Statistic numMatches{this, "matches", "How often a pattern matched"};
  Statistic numRewrites{this, "rewrites", "How often a pattern was applied"};
  Statistic numFailures{this, "failures",
                        "How often a pattern matched and could not rewrite"};

private:
  mlir::LogicalResult compileAndPrepare(mlir::MLIRContext *context);
  mlir::LogicalResult checkOptions(mlir::MLIRContext *context) const;
  mlir::LogicalResult prepareConversion(mlir::MLIRContext *context);
  mlir::LogicalResult prepareReport(mlir::MLIRContext *context);
  PdllDriverOptions getDriverOptions() const;

  /// Shared by all clones of the pass; null until `initialize`.
  std::shared_ptr<const PdllPatternSet> patternSet;
  /// The same, with the conversion driver.
  std::shared_ptr<const PdllConversion> conversion;
  /// The same, if somebody wants one.
  std::shared_ptr<RunReport> report;
};

} // namespace pdll

#endif // PDLL_PASS_PATTERNPASS_H
