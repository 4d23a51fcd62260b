// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/ApplyPass.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SaveAndRestore.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;
using namespace pdll;

namespace {

/// The defaults of options in the pipeline that this thread is parsing. MLIR
/// creates the passes of a pipeline itself and passes them only their own text,
/// so they look for the defaults here.
thread_local ArrayRef<PdllOptionSetting> pipelineSettings;
/// Where they send their traces.
thread_local PdllTraceSink pipelineTrace = {};
/// How often they may rewrite together.
thread_local PdllRewriteLimit *pipelineLimit = nullptr;

/// Compiles pattern files. Both are written in Rust, and set when the pass is
/// registered.
PdllCompileCallback compileCallback = nullptr;
/// Explains what they match.
PdllExplainCallback explainCallback = nullptr;

/// What MLIR sees of the pass when it is registered: who it is. An `ApplyPass`
/// would make all of its options for that.
class Announced final : public OperationPass<> {
public:
  Announced() : OperationPass(TypeID::get<ApplyPass>()) {}

  StringRef getName() const override { return ApplyPass::name; }
  StringRef getArgument() const override { return ApplyPass::argument; }
  StringRef getDescription() const override { return ApplyPass::description; }

private:
  void runOnOperation() override { llvm_unreachable("no pipeline has it"); }
  std::unique_ptr<Pass> clonePass() const override {
    llvm_unreachable("no pipeline has it");
  }
};

} // namespace

LogicalResult ApplyPass::initializeOptions(
    StringRef text, function_ref<LogicalResult(const Twine &)> report) {
  if (failed(PatternPass::initializeOptions(text, report)))
    return failure();
  traceSink = pipelineTrace;
  rewriteLimit = pipelineLimit;
  for (const PdllOptionSetting &setting : pipelineSettings) {
    auto values = llvm::map_to_vector(
        ArrayRef(setting.values.data, setting.values.length),
        [](PdllString value) { return toStringRef(value).str(); });
    if (llvm::Error error =
            namedOptions.setDefault(toStringRef(setting.name), values))
      return report(llvm::toString(std::move(error)));
  }
  return success();
}

bool ApplyPass::hasOutputs() const {
  return !reportFile.empty() || !traceFile.empty() || !explainFile.empty();
}

/// Checks that no output replaces one of `files`, which are `what`.
LogicalResult ApplyPass::checkOutputs(Location loc, StringRef what,
                                      ArrayRef<std::string> files) const {
  for (const Option<std::string> *option :
       {&reportFile, &traceFile, &explainFile}) {
    const std::string &path = *option;
    auto isSame = [&](StringRef file) {
      return file == path || llvm::sys::fs::equivalent(file, path);
    };
    if (!path.empty() && llvm::any_of(files, isSame))
      return emitError(loc) << option->getArgStr() << ": cannot write `" << path
                            << "`: it is " << what;
  }
  return success();
}

/// The files that the patterns of a module are from, with those that are included.
static std::vector<std::string> getSources(ModuleOp module) {
  llvm::SetVector<StringRef> files;
  module->walk([&](Operation *op) {
    if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
      files.insert(loc.getFilename().getValue());
  });
  return {files.begin(), files.end()};
}

/// Returns memory to the system after patterns have been compiled, which takes
/// several times as much as the patterns themselves.
static void returnMemory([[maybe_unused]] size_t numPatterns) {
#ifdef __GLIBC__
  // Less than that is reused soon.
  constexpr size_t many = 1000;
  if (numPatterns >= many)
    malloc_trim(0);
#endif
}

std::shared_ptr<const PdllPatternSet> ApplyPass::compile(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  if (patterns.empty()) {
    emitError(loc) << "`apply-pdll` needs pattern files; write "
                      "`apply-pdll{patterns=a.pdll,b.pdll}`";
    return nullptr;
  }
  if (failed(checkOutputs(loc, "a pattern file", *patterns)) ||
      failed(checkOutputs(loc, "a library of native functions", *natives)) ||
      failed(checkOutputs(loc, "a native prelude", *nativePrelude)))
    return nullptr;
  PdllCompiledPatterns compiled = callCompiler(context);
  if (!compiled.set)
    return nullptr;
  std::shared_ptr<const PdllPatternSet> set(compiled.set);
  Origin origin{unwrap(compiled.module),
                std::unique_ptr<PdllNatives>(compiled.natives)};
  if (hasOutputs() &&
      failed(checkOutputs(loc, "a pattern file", getSources(*origin.module))))
    return nullptr;
  explained.reset();
  if (!explainFile.empty())
    explained = std::make_shared<Origin>(std::move(origin));
  origin = {};
  returnMemory(set->infos.size());
  return set;
}

PdllCompiledPatterns ApplyPass::callCompiler(MLIRContext *context) {
  BorrowedOptions borrowed;
  PdllStrings files = borrowed(patterns);
  PdllStrings folders = borrowed(includeDirs);
  PdllStrings libraries = borrowed(natives);
  PdllStrings preludes = borrowed(nativePrelude);
  PdllStrings enabled = borrowed(enablePatterns);
  PdllStrings disabled = borrowed(disablePatterns);
  PdllPatternSource source = {
      files.data,
      files.length,
      folders.data,
      folders.length,
      libraries.data,
      libraries.length,
      odsCache,
      nativeCode,
      preludes.data,
      preludes.length,
      skipUnsupported,
      allowUnknownOperations,
      {enabled.data, enabled.length, disabled.data, disabled.length},
      /*script=*/{},
      /*onlyFinds=*/false,
      /*variables=*/{}};
  return compileCallback(wrap(context), &source, getUse());
}

std::string ApplyPass::explain(Operation *root) const {
  std::string text;
  auto receive = [](PdllString line, void *data) {
    static_cast<std::string *>(data)->append(line.data, line.length);
  };
  if (explained)
    explainCallback(wrap(*explained->module), explained->natives.get(),
                    wrap(root), receive, &text);
  return text;
}

llvm::Error ApplyPass::setOption(StringRef name, StringRef value) const {
  constexpr StringLiteral ofBuilder[] = {
#define PDLL_SOURCE_OPTION(Type, Member, Name, ...) Name,
#define PDLL_FILTER_OPTION(Type, Member, Name, ...) Name,
#include "contract/Options.def"
  };
  if (llvm::is_contained(ofBuilder, name))
    return llvm::createStringError("`" + name +
                                   "` says where patterns come from; set it on "
                                   "the builder");
  if (name == explainFile.getArgStr())
    return llvm::createStringError("`" + name +
                                   "` is an option of the pass alone");
  return namedOptions.set(name, value);
}

std::unique_ptr<ApplyPass>
ApplyPass::prepare(MLIRContext *context, const PdllPatternSet &patterns) const {
  std::unique_ptr<ApplyPass> copy(static_cast<ApplyPass *>(clone().release()));
  // The caller owns them.
  std::shared_ptr<const PdllPatternSet> borrowed(std::shared_ptr<void>(),
                                                 &patterns);
  if (failed(copy->PatternPass::prepare(context, std::move(borrowed))))
    return nullptr;
  return copy;
}

void pdll::registerApplyPass(PdllCompileCallback compile,
                             PdllExplainCallback explain) {
  // Another copy of pdll in the process may have been first, and MLIR aborts on
  // two passes of one name.
  if (PassInfo::lookup(ApplyPass::argument))
    return;
  compileCallback = compile;
  explainCallback = explain;
  // Other threads may already make passes.
  static thread_local bool isRegistering = false;
  llvm::SaveAndRestore scope(isRegistering, true);
  registerPass([]() -> std::unique_ptr<Pass> {
    if (isRegistering)
      return std::make_unique<Announced>();
    return std::make_unique<ApplyPass>();
  });
}

llvm::Expected<OpPassManager>
pdll::parsePipeline(StringRef text, ArrayRef<PdllOptionSetting> settings,
                    PdllTraceSink trace, PdllRewriteLimit *limit) {
  llvm::SaveAndRestore scope(pipelineSettings, settings);
  llvm::SaveAndRestore traceScope(pipelineTrace, trace);
  llvm::SaveAndRestore limitScope(pipelineLimit, limit);
  std::string error;
  llvm::raw_string_ostream stream(error);
  FailureOr<OpPassManager> parsed = parsePassPipeline(text, stream);
  if (failed(parsed))
    return llvm::createStringError(error);
  return std::move(*parsed);
}
