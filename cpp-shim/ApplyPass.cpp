// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Conversion.h"
#include "Drivers.h"
#include "NamedOptions.h"
#include "RunReport.h"
#include "Strings.h"
#include "Traits.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What stands in for the options that a pipeline does not give.
struct OptionDefaults {
  std::vector<std::string> patterns;
  std::vector<std::string> includeDirs;
  std::vector<std::string> natives;
  std::string options;
};

OptionDefaults &getOptionDefaults() {
  static OptionDefaults defaults;
  return defaults;
}

/// Compiles pattern files. It is in Rust, and known when the pass is
/// registered.
PdllCompileCallback compileCallback = nullptr;

class ApplyPass : public PassWrapper<ApplyPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyPass)

  ApplyPass();
  // The pass manager copies the values of the options itself.
  ApplyPass(const ApplyPass &other)
      : PassWrapper(other), patternSet(other.patternSet),
        conversion(other.conversion), report(other.report),
        defaultsError(other.defaultsError) {}

  StringRef getName() const override { return "ApplyPDLL"; }
  StringRef getArgument() const override { return "apply-pdll"; }
  StringRef getDescription() const override {
    return "Apply the patterns of PDLL or PDL files";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

  /// Sets an option that does not say where patterns come from.
  llvm::Error setOption(StringRef name, StringRef value) const;
  /// Gives a pass with the same options that is ready to apply `patterns`,
  /// which the caller keeps alive; null on errors.
  std::unique_ptr<ApplyPass> prepare(MLIRContext *context,
                                     const PdllPatternSet &patterns) const;
  /// Applies the patterns below `root`. Any thread may call this.
  LogicalResult apply(Operation *root, PatternTotals &totals) const;

private:
  /// MLIR's options, which `setOption` finds by their names.
  template <typename T> struct Option : Pass::Option<T> {
    template <typename... Args>
    Option(ApplyPass &pass, StringRef name, Args &&...args)
        : Pass::Option<T>(pass, name, std::forward<Args>(args)...) {
      pass.namedOptions.add<T>(*this);
    }
  };
  template <typename T> struct ListOption : Pass::ListOption<T> {
    template <typename... Args>
    ListOption(ApplyPass &pass, StringRef name, Args &&...args)
        : Pass::ListOption<T>(pass, name, std::forward<Args>(args)...) {
      pass.namedOptions.add<std::vector<T>>(*this);
    }
  };
  /// Stands before the options, which register here.
  NamedOptions namedOptions;

  LogicalResult compilePatterns(MLIRContext *context);
  LogicalResult prepareConversion(MLIRContext *context);
  LogicalResult prepareReport(MLIRContext *context);
  PdllDriverOptions getDriverOptions() const;

  ListOption<std::string> patterns{
      *this, "patterns",
      llvm::cl::desc("Pattern files: `.pdll`, or MLIR text or bytecode that "
                     "holds pdl"),
      llvm::cl::list_init<std::string>(getOptionDefaults().patterns)};
  ListOption<std::string> includeDirs{
      *this, "include-dirs",
      llvm::cl::desc("Folders in which `#include` looks for files"),
      llvm::cl::list_init<std::string>(getOptionDefaults().includeDirs)};
  ListOption<std::string> natives{
      *this, "natives",
      llvm::cl::desc("Shared libraries of native constraints and rewrites"),
      llvm::cl::list_init<std::string>(getOptionDefaults().natives)};
  Option<bool> odsCache{
      *this, "ods-cache",
      llvm::cl::desc("Keep what `.td` files define in $PDLL_CACHE_DIR, or "
                     "`pdll` in the user's cache folder"),
      llvm::cl::init(true)};
  Option<PdllNativeCode> nativeCode{
      *this, "native-code",
      llvm::cl::desc("What to do with native constraints and rewrites whose "
                     "code is in the pattern files"),
      llvm::cl::init(PdllNativeCodeOff),
      llvm::cl::values(clEnumValN(PdllNativeCodeOff, "off", "Refuse them"),
                       clEnumValN(PdllNativeCodeCompile, "compile",
                                  "Compile them with the C++ compiler of the "
                                  "system"))};
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

  /// Shared by all clones of the pass; null until `initialize`.
  std::shared_ptr<const PdllPatternSet> patternSet;
  /// The same, with the conversion driver.
  std::shared_ptr<const PdllConversion> conversion;
  /// The same, if somebody wants one.
  std::shared_ptr<RunReport> report;
  /// Why the default options are not usable, if they are not.
  std::string defaultsError;
};

} // namespace

ApplyPass::ApplyPass() {
  const std::string &options = getOptionDefaults().options;
  if (options.empty())
    return;
  LogicalResult parsed = initializeOptions(options, [&](const Twine &error) {
    defaultsError = error.str();
    return failure();
  });
  if (failed(parsed) && defaultsError.empty())
    defaultsError = "invalid options `" + options + "`";
}

LogicalResult ApplyPass::initialize(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  if (!defaultsError.empty())
    return emitError(loc) << defaultsError;
  if (patterns.empty())
    return emitError(loc) << "`apply-pdll` needs pattern files; write "
                             "`apply-pdll{patterns=a.pdll,b.pdll}`";

  // The pass manager has declared multi-threaded execution by now, in which a
  // context with assertions refuses to load dialects. No thread runs yet, and
  // patterns and conversions need the dialects that they mention.
  context->exitMultiThreadedExecution();
  bool isFine = succeeded(compilePatterns(context)) &&
                succeeded(prepareConversion(context));
  context->enterMultiThreadedExecution();
  return success(isFine && succeeded(prepareReport(context)));
}

static SmallVector<PdllString> toPdllStrings(ArrayRef<std::string> strings) {
  return llvm::map_to_vector(
      strings, [](const std::string &string) { return toPdllString(string); });
}

LogicalResult ApplyPass::compilePatterns(MLIRContext *context) {
  SmallVector<PdllString> files = toPdllStrings(*patterns);
  SmallVector<PdllString> folders = toPdllStrings(*includeDirs);
  SmallVector<PdllString> libraries = toPdllStrings(*natives);
  SmallVector<PdllString> enabled = toPdllStrings(*enablePatterns);
  SmallVector<PdllString> disabled = toPdllStrings(*disablePatterns);
  PdllPatternSource source = {
      files.data(),
      files.size(),
      folders.data(),
      folders.size(),
      libraries.data(),
      libraries.size(),
      odsCache,
      {enabled.data(), enabled.size(), disabled.data(), disabled.size()},
      nativeCode,
      driver == PdllDriverConversion};
  PdllPatternSet *compiled = compileCallback(wrap(context), &source);
  if (!compiled)
    return failure();
  patternSet.reset(compiled, pdllPatternSetDestroy);
  return success();
}

LogicalResult ApplyPass::prepareConversion(MLIRContext *context) {
  conversion.reset();
  if (driver != PdllDriverConversion)
    return success();
  SmallVector<SmallVector<PdllString>, 6> lists;
  auto get = [&](ArrayRef<std::string> names) -> PdllStrings {
    SmallVector<PdllString> &list = lists.emplace_back(toPdllStrings(names));
    return {list.data(), list.size()};
  };
  PdllConversionOptions options;
  options.mode = mode;
  lists.reserve(6);
  options.legalDialects = get(*legalDialects);
  options.legalOps = get(*legalOps);
  options.dynamicDialects = get(*dynamicDialects);
  options.dynamicOps = get(*dynamicOps);
  options.illegalDialects = get(*illegalDialects);
  options.illegalOps = get(*illegalOps);
  options.typeConversion = toPdllString(typeConversion);
  options.convertSignatures = convertSignatures;
  PdllConversion *created = pdllConversionCreate(wrap(context), &options);
  if (!created)
    return failure();
  conversion.reset(created, pdllConversionDestroy);
  return success();
}

LogicalResult ApplyPass::prepareReport(MLIRContext *context) {
  report.reset();
  RunReportOptions options;
  options.report = reportFile;
  options.trace = traceFile;
  options.printsStatistics = statistics;
  if (options.report.empty() && options.trace.empty() && !statistics)
    return success();
  if (traceTexts)
    options.level = TraceLevel::Texts;
  report = RunReport::create(context, patternSet, std::move(options));
  return success(report != nullptr);
}

PdllDriverOptions ApplyPass::getDriverOptions() const {
  PdllDriverOptions options;
  options.driver = driver;
  options.topDown = topDown;
  options.regionSimplify = regionSimplify;
  options.maxIterations = maxIterations;
  options.maxNumRewrites = maxNumRewrites;
  options.fold = fold;
  options.cseConstants = cseConstants;
  options.strictness = strictness;
  options.testConvergence = testConvergence;
  options.conversion = conversion.get();
  return options;
}

LogicalResult ApplyPass::apply(Operation *root, PatternTotals &totals) const {
  std::optional<RunRecord> record;
  if (report)
    record.emplace(root, *patternSet, report->getTraceLevel());
  LogicalResult result = applyPatterns(*patternSet, root, getDriverOptions(),
                                       totals, record ? &*record : nullptr);
  if (report)
    report->add(root, *record);
  return result;
}

void ApplyPass::runOnOperation() {
  PatternTotals totals;
  if (failed(apply(getOperation(), totals)))
    signalPassFailure();
  numMatches += totals.matches;
  numRewrites += totals.rewrites;
  numFailures += totals.failures;
}

llvm::Error ApplyPass::setOption(StringRef name, StringRef value) const {
  // What the set of patterns is made of.
  if (llvm::is_contained({patterns.ArgStr, includeDirs.ArgStr, natives.ArgStr,
                          odsCache.ArgStr, nativeCode.ArgStr,
                          enablePatterns.ArgStr, disablePatterns.ArgStr},
                         name))
    return llvm::createStringError(
        "`" + name +
        "` says where patterns come from, and so is for the builder");
  return namedOptions.set(name, value);
}

std::unique_ptr<ApplyPass>
ApplyPass::prepare(MLIRContext *context, const PdllPatternSet &patterns) const {
  std::unique_ptr<ApplyPass> copy(static_cast<ApplyPass *>(clone().release()));
  // The caller owns them.
  copy->patternSet =
      std::shared_ptr<const PdllPatternSet>(std::shared_ptr<void>(), &patterns);
  if (failed(copy->prepareConversion(context)) ||
      failed(copy->prepareReport(context)))
    return nullptr;
  return copy;
}

struct PdllPass {
  std::unique_ptr<ApplyPass> pass;
};

PdllPass *pdllPassCreate() {
  return new PdllPass{std::make_unique<ApplyPass>()};
}

void pdllPassDestroy(PdllPass *pass) { delete pass; }

bool pdllPassSetOption(PdllPass *pass, PdllString name, PdllString value,
                       PdllErrorCallback report, void *userData) {
  llvm::Error error =
      pass->pass->setOption(toStringRef(name), toStringRef(value));
  if (!error)
    return true;
  report(toPdllString(llvm::toString(std::move(error))), userData);
  return false;
}

PdllPass *pdllPassPrepare(const PdllPass *pass, MlirContext context,
                          const PdllPatternSet *patterns) {
  auto prepared = pass->pass->prepare(unwrap(context), *patterns);
  return prepared ? new PdllPass{std::move(prepared)} : nullptr;
}

bool pdllPassApply(const PdllPass *pass, MlirOperation root) {
  PatternTotals totals;
  return succeeded(pass->pass->apply(unwrap(root), totals));
}

void pdllRegisterApplyPass(PdllCompileCallback compile,
                           const PdllApplyDefaults *defaults) {
  // Another copy of pdll in the process may have been first, and MLIR aborts on
  // two passes of one name.
  if (PassInfo::lookup("apply-pdll"))
    return;
  compileCallback = compile;
  if (defaults) {
    auto toStrings = [](const PdllString *strings, size_t numStrings) {
      std::vector<std::string> result;
      for (PdllString string : llvm::ArrayRef(strings, numStrings))
        result.push_back(toStringRef(string).str());
      return result;
    };
    getOptionDefaults() = {
        toStrings(defaults->patterns, defaults->numPatterns),
        toStrings(defaults->includeDirs, defaults->numIncludeDirs),
        toStrings(defaults->natives, defaults->numNatives),
        toStringRef(defaults->options).str()};
  }
  PassRegistration<ApplyPass>();
}
