// Watches the patterns of a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONMONITOR_H
#define PDLL_CONVERSION_CONVERSIONMONITOR_H

#include "conversion/Conversion.h"
#include "conversion/CopiedOperations.h"
#include "conversion/CreatedOperations.h"
#include "conversion/Replacements.h"
#include "conversion/TypePatterns.h"
#include "patterns/RewriteWatcher.h"
#include "run/Order.h"
#include "run/PatternMonitor.h"
#include "run/UnsettledOperations.h"

namespace pdll {

/// Keeps the patterns of one conversion from crashing it. MLIR's driver names
/// patterns by objects, and only this class translates them to indices.
class ConversionMonitor : public PatternMonitor, public RewriteWatcher {
public:
  ConversionMonitor(mlir::Operation *root, const PdllPatternSet &set,
                    const PdllDriverOptions &options, RunRecord *record);

  static bool classof(const CurrentRun *run) {
    return run->getRunKind() == RunKind::Conversion;
  }
  /// The current run, if it is a conversion, and null otherwise.
  static ConversionMonitor *getCurrent() {
    return llvm::dyn_cast_if_present<ConversionMonitor>(CurrentRun::get());
  }

  const PdllConversion &getConversion() const { return conversion; }
  /// Whether the conversion was stopped because it does not appear to end.
  bool isRunaway() const { return runaway; }
  /// The rewriter of the pattern that rewrites.
  mlir::ConversionPatternRewriter &getRewriter() const { return *rewriter; }

  /// What is legal at the moment, for MLIR's driver.
  mlir::ConversionTarget &getTarget() { return target; }
  /// The rewrite that has copied `op`, or null.
  const PatternApplication *getCopying(mlir::Operation *op) const {
    return copies.getRewrite(op);
  }

  /// Adds a cast that connects values of old and new types.
  void addCast(mlir::Operation *op) { casts.push_back(op); }
  llvm::ArrayRef<mlir::Operation *> getCasts() const { return casts; }

  /// Call this when the conversion has succeeded. Reports operations whose
  /// regions are not as they must be.
  void finish();

  /// A pattern that is not in the engine begins to rewrite, and ends.
  void beginOtherRewrite(mlir::PatternRewriter &rewriter);
  void endOtherRewrite(mlir::PatternRewriter &rewriter,
                       mlir::LogicalResult result);
  /// Such a pattern replaces `op`, which needs no check.
  void addReplaced(mlir::Operation *op) { replacements.add(op); }

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationModified(mlir::Operation *op) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;
  void notifyBlockErased(mlir::Block *block) override;

  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override;

  void beginPattern(size_t pattern, mlir::Operation *op) override;
  void endPattern(size_t pattern, mlir::LogicalResult status) override;
  CallOutcome
  callRewrite(mlir::PatternRewriter &rewriter,
              llvm::function_ref<mlir::LogicalResult(mlir::PatternRewriter &)>
                  call) override;
  void recover(llvm::StringRef reason) override;
  bool isErased(mlir::Operation *op) const override {
    return replacements.contains(op);
  }
  RewriteWatcher *getWatcher() override { return this; }
  TypePatterns *getTypePatterns() override { return &typePatterns; }

  void beginRewrite(mlir::PatternRewriter &rewriter) override;
  void endRewrite(mlir::PatternRewriter &rewriter) override;
  mlir::LogicalResult checkMatch() override;
  mlir::LogicalResult checkErasure(mlir::Operation *op) override;
  void beginBlockErasure() override { creations->announceContents(); }
  mlir::LogicalResult replace(mlir::PatternRewriter &rewriter,
                              mlir::Operation *op,
                              llvm::ArrayRef<mlir::Value> values) override;
  mlir::LogicalResult checkUses(mlir::Value from, mlir::Value to) override;
  void addModified(mlir::Operation *op) override;
  bool converts(mlir::Type from, mlir::Type to) const override;
  mlir::LogicalResult inlineBlock(mlir::PatternRewriter &rewriter,
                                  mlir::Block *block,
                                  llvm::ArrayRef<mlir::Value> values) override;
  void addOldBlocks(mlir::Region &region) override {
    creations->addOldBlocks(region);
  }
  mlir::LogicalResult checkEnd() override;
  mlir::LogicalResult refuse(const llvm::Twine &reason) override;

protected:
  void explain(mlir::Diagnostic &diagnostic) override;

private:
  /// A pattern that is running, while the conversion legalizes what it created.
  struct Frame {
    /// What had happened when the pattern began.
    Replacements::Mark replacements;
    size_t numErasures;
    size_t copies;
    mlir::Operation *op;
    /// How the conversion folds, if it must not fold what the pattern created.
    std::optional<mlir::DialectConversionFoldingMode> folding;
    /// Whether it has changed the operation in place.
    bool isModified = false;
    /// Whether it has rewritten. Then only the legalization can still fail.
    bool isRewritten = false;
  };
  /// Something that a pattern did, or could not do, to an operation there.
  struct Event {
    mlir::Location loc;
    std::string reason;
  };

  std::optional<size_t> getIndex(const mlir::Pattern &pattern);
  void beginFrame(mlir::Operation *op);
  void endFrame(mlir::LogicalResult status);
  mlir::DialectConversionFoldingMode &getFolding() const;
  void suspendFolding(mlir::Operation *op);
  bool isRepeatedEnd();
  mlir::LogicalResult stop();
  void addUnsettled(mlir::Operation *op);
  void addCopies();
  mlir::LogicalResult convertArguments(mlir::Region &region);
  mlir::LogicalResult checkPlaces();
  void makeLegalWhileWaiting(mlir::OperationName name);
  void legalizeCopies();
  mlir::LogicalResult checkReplacement(mlir::Operation *op,
                                       llvm::ArrayRef<mlir::Value> values);
  mlir::LogicalResult
  checkReplacement(mlir::Operation *op,
                   llvm::ArrayRef<llvm::SmallVector<mlir::Value>> groups);
  mlir::LogicalResult checkOrder(mlir::Value from, mlir::Value to);
  mlir::LogicalResult checkProblem(const Replacements::Problem &problem);

  const Engine &engine;
  /// A pattern that begins mostly ends before another one begins.
  const mlir::Pattern *lastPattern = nullptr;
  std::optional<size_t> lastIndex;

  const PdllConversion &conversion;
  TypePatterns typePatterns;
  /// As in the conversion, except for copies that wait.
  mlir::ConversionTarget target;
  llvm::DenseSet<mlir::OperationName> namesOfCopies;
  mlir::PDLConversionConfig config;
  mlir::ConversionPatternRewriter *rewriter = nullptr;
  std::unique_ptr<CreationListener> creations;
  /// The arguments of blocks that the running rewrite has inlined, and what
  /// takes their places.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> inlinedArguments;
  llvm::SmallVector<Frame> frames;
  /// The number of frames before each pattern of the engine that the driver has
  /// begun with. One that does not match adds none.
  llvm::SmallVector<size_t> attempts;
  Replacements replacements;
  CopiedOperations copies;
  llvm::SmallVector<mlir::Operation *> casts;
  Order order;
  /// Operations with regions that may become valid only when other patterns
  /// have rewritten what is in these. They may be gone.
  UnsettledOperations unsettled;
  /// Whether the conversion will report the end of a pattern a second time.
  bool endsAgain = false;
  /// Why patterns could not rewrite.
  llvm::SmallVector<Event> failures;
  /// The erasures of operations with results, in case these are used.
  llvm::SmallVector<Event> erasures;
  uint64_t budget;
  bool runaway = false;
};

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONMONITOR_H
