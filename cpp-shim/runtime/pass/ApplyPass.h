// The pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_APPLYPASS_H
#define PDLL_PASS_APPLYPASS_H

#include "contract/Pass.h"
#include "factory/DefaultNatives.h"
#include "pass/PatternPass.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace pdll {

/// A pass that applies the patterns of files.
class ApplyPass : public mlir::PassWrapper<ApplyPass, PatternPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyPass)

  ApplyPass() = default;
  ApplyPass(const ApplyPass &other)
      : PassWrapper(other), explained(other.explained) {}

  static constexpr llvm::StringLiteral name = "ApplyPDLL";
  static constexpr llvm::StringLiteral argument = "apply-pdll";
  static constexpr llvm::StringLiteral description =
      "Apply the patterns of PDLL or PDL files";

  llvm::StringRef getName() const override { return name; }
  llvm::StringRef getArgument() const override { return argument; }
  llvm::StringRef getDescription() const override { return description; }
  mlir::LogicalResult
  initializeOptions(llvm::StringRef text,
                    llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>
                        report) override;

  using PatternPass::apply;
  /// Sets an option, other than those that say where patterns come from.
  llvm::Error setOption(llvm::StringRef name, llvm::StringRef value) const;
  /// Returns a pass with the same options that is ready to apply `patterns`,
  /// which the caller keeps alive; null on errors.
  std::unique_ptr<ApplyPass> prepare(mlir::MLIRContext *context,
                                     const PdllPatternSet &patterns) const;

private:
  /// What a set of patterns was made from.
  struct Origin {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    std::unique_ptr<PdllNatives> natives;
  };

  std::shared_ptr<const PdllPatternSet>
  compile(mlir::MLIRContext *context) override;
  PdllCompiledPatterns callCompiler(mlir::MLIRContext *context);
  /// Whether the pass writes files.
  bool hasOutputs() const;
  mlir::LogicalResult checkOutputs(mlir::Location loc, llvm::StringRef what,
                                   llvm::ArrayRef<std::string> files) const;
  llvm::StringRef getExplainFile() const override { return explainFile; }
  std::string explain(mlir::Operation *root) const override;

#define PDLL_SOURCE_OPTION PDLL_PASS_OPTION
#define PDLL_EXPLAIN_OPTION PDLL_PASS_OPTION
#include "contract/Options.def"

  /// What `explain` takes, if somebody wants to know; shared by all clones.
  std::shared_ptr<const Origin> explained;
};

/// Registers the pass, which compiles its patterns by `compile`, and explains
/// them by `explain`, unless there is a pass of that name already.
void registerApplyPass(PdllCompileCallback compile,
                       PdllExplainCallback explain);

/// Parses a textual pipeline. The settings are defaults of each `apply-pdll` in
/// it: an option that the text sets itself keeps the value of the text. Each also
/// gives its trace to the sink, and keeps to the limit, which may be null.
llvm::Expected<mlir::OpPassManager>
parsePipeline(llvm::StringRef text, llvm::ArrayRef<PdllOptionSetting> settings,
              PdllTraceSink trace, PdllRewriteLimit *limit);

} // namespace pdll

#endif // PDLL_PASS_APPLYPASS_H
