// Applies C++ patterns as the driver `walk` of pdll does. MLIR's driver must not be given
// patterns that erase others than the operation that matches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

namespace {

/// Knows what has been erased.
struct Rewriter : mlir::PatternRewriter, mlir::RewriterBase::Listener {
  explicit Rewriter(mlir::MLIRContext *context)
      : PatternRewriter(context, this) {}
  void notifyOperationErased(mlir::Operation *op) override { erased.insert(op); }
  llvm::DenseSet<mlir::Operation *> erased;
};

/// The operations of blocks that can be reached, those in regions before the one that has
/// the regions.
void collect(mlir::Operation *op, mlir::DominanceInfo &dominance,
             llvm::SmallVectorImpl<mlir::Operation *> &found) {
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region)
      if (dominance.isReachableFromEntry(&block))
        for (mlir::Operation &inner : block) {
          collect(&inner, dominance, found);
          found.push_back(&inner);
        }
}

void walk(mlir::Operation *root, const mlir::FrozenRewritePatternSet &patterns) {
  mlir::DominanceInfo dominance;
  llvm::SmallVector<mlir::Operation *> operations;
  collect(root, dominance, operations);
  mlir::PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  Rewriter rewriter(root->getContext());
  for (mlir::Operation *op : operations) {
    if (rewriter.erased.contains(op))
      continue;
    rewriter.setInsertionPoint(op);
    (void)applicator.matchAndRewrite(op, rewriter);
  }
}

} // namespace

#define WALK(number)                                                           \
  struct Walk : mlir::PassWrapper<Walk, mlir::OperationPass<>> {               \
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Walk)                         \
    Walk() = default;                                                          \
    Walk(const Walk &other) : PassWrapper(other), patterns(other.patterns) {}  \
    llvm::StringRef getArgument() const final { return "walk-" #number; }      \
    mlir::LogicalResult initialize(mlir::MLIRContext *context) override {      \
      mlir::RewritePatternSet set(context);                                    \
      dispatch ? populateGeneratedPDLLDispatchers(set)                         \
               : populateGeneratedPDLLPatterns(set);                           \
      patterns = std::move(set);                                               \
      return mlir::success();                                                  \
    }                                                                          \
    void runOnOperation() override { walk(getOperation(), patterns); }         \
    mlir::FrozenRewritePatternSet patterns;                                    \
    Option<bool> dispatch{*this, "dispatch", llvm::cl::init(false)};           \
  };

#define REGISTER(...)                                                          \
  extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo                   \
  mlirGetPassPluginInfo() {                                                    \
    return {MLIR_PLUGIN_API_VERSION, "walk", "1", [] { __VA_ARGS__ }};         \
  }
