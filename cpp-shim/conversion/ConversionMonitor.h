// Watches the patterns of a conversion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSIONMONITOR_H
#define PDLL_CONVERSION_CONVERSIONMONITOR_H

#include "conversion/Conversion.h"
#include "run/PatternMonitor.h"

namespace pdll {

/// Keeps the patterns of one conversion from crashing it. The conversion tells
/// its listener about rewrites when all is over, so this is told by the
/// patterns themselves: `beginRewrite` and `endRewrite` by their configuration,
/// `checkMatch`, `checkReplacement` and `checkEnd` by calls that are added to
/// them.
class ConversionMonitor : public PatternMonitor {
public:
  ConversionMonitor(mlir::Operation *root, const PdllPatternSet &set,
                    const PdllConversion &conversion, RunRecord *record);
  ~ConversionMonitor() override;

  /// The monitor of the conversion on this thread; null if there is none.
  static ConversionMonitor *getCurrent();

  const PdllConversion &getConversion() const { return conversion; }

  /// The rewriter of the pattern that rewrites.
  mlir::ConversionPatternRewriter &getRewriter() const { return *rewriter; }

  void beginRewrite(mlir::PatternRewriter &rewriter);
  void endRewrite(mlir::PatternRewriter &rewriter);

  /// The same for patterns of pdll's own, which have no configuration, and
  /// whether they could rewrite.
  void beginOwnRewrite(mlir::PatternRewriter &rewriter);
  void endOwnRewrite(mlir::PatternRewriter &rewriter,
                     mlir::LogicalResult result);
  /// They tell what they replace, which needs no check.
  void addReplaced(mlir::Operation *op);

  /// Whether the pattern that begins can be applied. `usesRanges` says whether
  /// its rewrite uses ranges that it matched.
  mlir::LogicalResult checkMatch(bool usesRanges);
  /// Whether the pattern that ends has done anything for its operation. MLIR
  /// takes an operation for legal after any pattern that succeeds.
  mlir::LogicalResult checkEnd();
  /// Whether `op` can be replaced by `values`, or be erased without any.
  mlir::LogicalResult
  checkReplacement(mlir::Operation *op,
                   std::optional<llvm::ArrayRef<mlir::Value>> values);

  /// Whether `block` can be inlined with `values` for its arguments.
  mlir::LogicalResult checkArguments(mlir::Block &block,
                                     mlir::ValueRange values);
  /// Whether `to` can stand for `from` from now on.
  mlir::LogicalResult checkUses(mlir::Value from, mlir::Value to);
  /// The pattern changes `op` in place.
  void addModified(mlir::Operation *op);
  /// Makes the running pattern fail for that reason.
  mlir::LogicalResult refuse(const llvm::Twine &reason);

  void recover(llvm::StringRef reason) override;
  bool isRunaway() const { return runaway; }

  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override;

protected:
  void explain(mlir::Diagnostic &diagnostic) override;

private:
  class CreationListener;
  /// A pattern that runs, and what it created is legalized.
  struct Frame {
    /// How many operations and values were replaced when it began.
    size_t numReplaced;
    size_t numStandIns;
    size_t numErasures;
    mlir::Operation *op;
    /// Whether it has changed the operation in place.
    bool isModified = false;
    /// Whether it has rewritten, so that only what it created can fail.
    bool isRewritten = false;
  };
  /// Something that a pattern did or could not do to an operation of that
  /// place.
  struct Failure {
    mlir::Location loc;
    std::string reason;
  };

  mlir::LogicalResult checkStandIn(mlir::Value from, mlir::Value to);
  void addStandIn(mlir::Value from, mlir::Value to);
  bool isReplaced(mlir::Operation *op) const;

  const PdllConversion &conversion;
  /// The monitor that this one stands in for on its thread.
  ConversionMonitor *previous;
  mlir::PDLConversionConfig config;
  mlir::ConversionPatternRewriter *rewriter = nullptr;
  std::unique_ptr<CreationListener> creations;
  llvm::SmallVector<Frame> frames;
  /// What the patterns that hold so far have replaced and erased.
  llvm::SmallVector<mlir::Operation *> replaced;
  llvm::DenseSet<mlir::Operation *> isInReplaced;
  /// What stands for a value, and the values in the order of their replacement.
  llvm::DenseMap<mlir::Value, mlir::Value> standIns;
  llvm::SmallVector<mlir::Value> standInOrder;
  /// The operation of the last pattern that was rolled back after its rewrite.
  /// Other matches of that operation have lost their ranges.
  mlir::Operation *rolledBack = nullptr;
  bool toldTwice = false;
  /// Why patterns could not rewrite.
  llvm::SmallVector<Failure> failures;
  /// Operations with results that were erased, in case somebody uses those.
  llvm::SmallVector<Failure> erasures;
  uint64_t budget;
  bool runaway = false;
};

/// Adds the calls of the above to the patterns, and makes their functions
/// known.
void watchConversions(mlir::PDLPatternModule &patterns);

/// Tells the monitor when a pattern rewrites.
struct WatchedPatternConfig : mlir::PDLPatternConfigBase<WatchedPatternConfig> {
  void notifyRewriteBegin(mlir::PatternRewriter &rewriter) final;
  void notifyRewriteEnd(mlir::PatternRewriter &rewriter) final;
};

} // namespace pdll

#endif // PDLL_CONVERSION_CONVERSIONMONITOR_H
