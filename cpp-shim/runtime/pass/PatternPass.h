// Passes that apply patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_PATTERNPASS_H
#define PDLL_PASS_PATTERNPASS_H

#include "conversion/Conversion.h"
#include "factory/CreatePatternSet.h"
#include "factory/DefaultNatives.h"
#include "pass/ApplyPatterns.h"
#include "pass/PassOption.h"
#include "report/RunReport.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

namespace pdll {

/// Warnings about pattern files, with the indices of the patterns that they
/// concern.
using PatternWarnings = std::vector<std::pair<size_t, PatternWarning>>;

/// A module of pdl, and the native functions that its patterns can call.
struct LoadedPatterns {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<PdllNatives> natives;
  PatternWarnings warnings;
};

/// A pass that applies patterns, wherever these come from. It has the options
/// that say which of them to apply, how, and what to report.
class PatternPass : public mlir::OperationPass<> {
public:
  using OperationPass::OperationPass;
  // The pass manager copies the values of the options itself.
  PatternPass(const PatternPass &other)
      : OperationPass(other), traceSink(other.traceSink),
        patternSet(other.patternSet), conversion(other.conversion),
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
  /// Loads the patterns of the pass. Nothing on failure, which has been
  /// reported.
  virtual std::optional<LoadedPatterns>
  loadPatterns(mlir::MLIRContext *context) = 0;

  /// As CheckInRust of check/PatternCheck.h, with the functions that patterns can
  /// call. A finished plugin has no Rust, and
  /// relies on the checks of the program that made it.
  virtual void checkInRust(mlir::ModuleOp, const PdllNatives &,
                           llvm::MutableArrayRef<bool>) const {}

  /// Calls `use` with a program for the patterns of `module`, which have been
  /// prepared. `indices` says which of the patterns that were loaded these are.
  /// Does not call it if there is no program, which has been reported.
  virtual void
  withProgram(mlir::ModuleOp module, PatternIndices indices,
              llvm::function_ref<void(PatternProgram)> use) const = 0;

  /// Takes the patterns when they have been prepared, and their program exists.
  virtual void keep(LoadedPatterns) {}

  /// The file for what `explain` says; empty for none.
  virtual llvm::StringRef getExplainFile() const { return ""; }
  /// Says why the patterns match operations inside of `root`, or do not.
  virtual std::string explain(mlir::Operation *) const { return ""; }

  /// Who takes the trace, besides the file of the option.
  PdllTraceSink traceSink = {};

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
  mlir::LogicalResult compile(mlir::MLIRContext *context);
  std::shared_ptr<const PdllPatternSet> create(const LoadedPatterns &loaded,
                                               PatternIndices indices) const;
  mlir::LogicalResult checkOptions(mlir::MLIRContext *context) const;
  PdllPatternUse getUse() const;
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
