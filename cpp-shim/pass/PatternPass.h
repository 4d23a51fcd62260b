// Passes that apply patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_PATTERNPASS_H
#define PDLL_PASS_PATTERNPASS_H

#include "conversion/Conversion.h"
#include "factory/DefaultNatives.h"
#include "pass/Drivers.h"
#include "pass/NamedOptions.h"
#include "report/RunReport.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

namespace pdll {

/// A module of pdl, and the native functions that its patterns can call.
struct LoadedPatterns {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<PdllNatives> natives;
};

/// Strings that live as long as `strings`.
llvm::SmallVector<PdllString>
toPdllStrings(llvm::ArrayRef<std::string> strings);

/// A pass that applies patterns, wherever these come from. It has the options
/// that say which of them are applied, how, and what is told about it.
class PatternPass : public mlir::OperationPass<> {
public:
  using OperationPass::OperationPass;
  // The pass manager copies the values of the options itself.
  PatternPass(const PatternPass &other)
      : OperationPass(other), patternSet(other.patternSet),
        conversion(other.conversion), report(other.report) {}

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

  /// MLIR's options, which `setOption` finds by their names.
  template <typename T> struct Option : mlir::Pass::Option<T> {
    template <typename... Args>
    Option(PatternPass &pass, llvm::StringRef name, Args &&...args)
        : mlir::Pass::Option<T>(pass, name, std::forward<Args>(args)...) {
      pass.namedOptions.add<T>(*this);
    }
  };
  template <typename T> struct ListOption : mlir::Pass::ListOption<T> {
    template <typename... Args>
    ListOption(PatternPass &pass, llvm::StringRef name, Args &&...args)
        : mlir::Pass::ListOption<T>(pass, name, std::forward<Args>(args)...) {
      pass.namedOptions.add<std::vector<T>>(*this);
    }
  };
  /// Stands before the options, which register here.
  NamedOptions namedOptions;

  Option<PdllDriver> driver{
      *this, "driver", llvm::cl::desc("How the patterns are driven"),
      llvm::cl::init(PdllDriverGreedy),
      llvm::cl::values(
          clEnumValN(PdllDriverGreedy, "greedy",
                     "Until nothing matches any more, with folding"),
          clEnumValN(PdllDriverWalk, "walk",
                     "Once over every operation; only max-num-rewrites of the "
                     "options of the greedy driver applies"),
          clEnumValN(PdllDriverConversion, "conversion",
                     "Until only legal operations are left"))};
  Option<bool> topDown{
      *this, "top-down",
      llvm::cl::desc("Visit operations from the top of a region down"),
      llvm::cl::init(true)};
  Option<PdllRegionSimplify> regionSimplify{
      *this, "region-simplify",
      llvm::cl::desc("How much to simplify the control flow of regions"),
      llvm::cl::init(PdllRegionSimplifyNormal),
      llvm::cl::values(
          clEnumValN(PdllRegionSimplifyDisabled, "disabled", "Not at all"),
          clEnumValN(PdllRegionSimplifyNormal, "normal",
                     "Without merging blocks"),
          clEnumValN(PdllRegionSimplifyAggressive, "aggressive",
                     "With merging of identical blocks"))};
  Option<int64_t> maxIterations{
      *this, "max-iterations",
      llvm::cl::desc("Rounds over the whole region, -1 for no limit"),
      llvm::cl::init(10)};
  Option<int64_t> maxNumRewrites{
      *this, "max-num-rewrites",
      llvm::cl::desc("Rewrites within one round, -1 for as many as patterns "
                     "that come to an end may need"),
      llvm::cl::init(-1)};
  Option<bool> fold{*this, "fold",
                    llvm::cl::desc("Fold operations between rewrites"),
                    llvm::cl::init(true)};
  Option<bool> cseConstants{*this, "cse-constants",
                            llvm::cl::desc("Merge equal constants"),
                            llvm::cl::init(true)};
  Option<PdllStrictness> strictness{
      *this, "strictness", llvm::cl::desc("Which operations are rewritten"),
      llvm::cl::init(PdllStrictnessAny),
      llvm::cl::values(clEnumValN(PdllStrictnessAny, "any", "All"),
                       clEnumValN(PdllStrictnessExistingAndNew,
                                  "existing-and-new",
                                  "Those present at the start, and new ones"),
                       clEnumValN(PdllStrictnessExisting, "existing",
                                  "Those present at the start"))};
  Option<bool> testConvergence{
      *this, "test-convergence",
      llvm::cl::desc("Fail when a limit is met before a fixpoint"),
      llvm::cl::init(false)};
  ListOption<std::string> enablePatterns{
      *this, "enable-patterns",
      llvm::cl::desc("Use only the patterns of these names and labels; `*` and "
                     "`?` stand for any letters and any one")};
  ListOption<std::string> disablePatterns{
      *this, "disable-patterns",
      llvm::cl::desc("Do not use the patterns of these names and labels")};

  Option<PdllConversionMode> mode{
      *this, "mode", llvm::cl::desc("What a conversion has to reach"),
      llvm::cl::init(PdllConversionPartial),
      llvm::cl::values(
          clEnumValN(PdllConversionPartial, "partial",
                     "No illegal operations are left"),
          clEnumValN(PdllConversionFull, "full",
                     "Only legal operations are left"),
          clEnumValN(PdllConversionAnalysis, "analysis",
                     "Nothing changes, and remarks say what would"))};
  ListOption<std::string> legalDialects{
      *this, "legal-dialects",
      llvm::cl::desc("Dialects of legal operations; `*` is all others")};
  ListOption<std::string> legalOps{*this, "legal-ops",
                                   llvm::cl::desc("Legal operations")};
  ListOption<std::string> dynamicDialects{
      *this, "dynamic-dialects",
      llvm::cl::desc("Dialects of operations that are legal if none of their "
                     "types is converted")};
  ListOption<std::string> dynamicOps{
      *this, "dynamic-ops",
      llvm::cl::desc("Operations that are legal if none of their types is "
                     "converted")};
  ListOption<std::string> illegalDialects{
      *this, "illegal-dialects",
      llvm::cl::desc("Dialects of illegal operations")};
  ListOption<std::string> illegalOps{*this, "illegal-ops",
                                     llvm::cl::desc("Illegal operations")};
  Option<std::string> typeConversion{
      *this, "type-conversion",
      llvm::cl::desc("Which types become which, as in \"index=i64,f64=f32\"")};
  Option<bool> convertSignatures{
      *this, "convert-signatures",
      llvm::cl::desc("Convert the types of functions too, with calls, returns "
                     "and branches"),
      llvm::cl::init(false)};
  Option<std::string> reportFile{
      *this, "report",
      llvm::cl::desc("Write to this file what each pattern did, as JSON")};
  Option<bool> statistics{
      *this, "statistics",
      llvm::cl::desc(
          "Print a table of what each pattern did to standard error"),
      llvm::cl::init(false)};
  Option<std::string> traceFile{
      *this, "trace",
      llvm::cl::desc("Write each rewrite to this file, or `-`, as a line of "
                     "JSON")};
  Option<bool> traceTexts{
      *this, "trace-texts",
      llvm::cl::desc("Trace what is around each rewritten operation, too"),
      llvm::cl::init(false)};

  Statistic numMatches{this, "matches", "How often a pattern matched"};
  Statistic numRewrites{this, "rewrites", "How often a pattern was applied"};
  Statistic numFailures{this, "failures",
                        "How often a pattern matched and could not rewrite"};

private:
  mlir::LogicalResult compile(mlir::MLIRContext *context);
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
