// Follows which pattern is applied to what.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_PATTERNMONITOR_H
#define PDLL_RUN_PATTERNMONITOR_H

#include "patterns/PatternSet.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

class RunRecord;

/// How often patterns matched, rewrote, and failed.
struct PatternTotals {
  uint64_t matches = 0;
  uint64_t rewrites = 0;
  uint64_t failures = 0;
};

/// Knows which pattern is running while a driver works on one operation, names
/// it in all errors that this thread reports meanwhile, and remembers the last
/// rewrites. On its thread it is the current one until it is destroyed.
class PatternMonitor : public mlir::RewriterBase::Listener {
public:
  /// `record` takes down what happens, and may be null.
  PatternMonitor(mlir::Operation *root, const PdllPatternSet &set,
                 RunRecord *record);
  ~PatternMonitor() override;

  /// The monitor of this thread; null if no patterns are applied.
  static PatternMonitor *getCurrent();

  /// Makes the run fail on this thread. For native functions, which must not
  /// fail themselves; the reason has been reported.
  static void failCurrent();
  /// The same with the reason, which is told if it is the first.
  static void failCurrent(mlir::InFlightDiagnostic &reason);

  /// The running pattern cannot rewrite, and the driver takes it back.
  virtual void recover(llvm::StringRef /*reason*/) {}

  bool hasFailed() const { return failed; }
  const PatternTotals &getTotals() const { return totals; }
  /// Names the operation that was rewritten last.
  void describeLastRewrite(mlir::InFlightDiagnostic &diagnostic) const;
  /// Names the patterns that were applied over and over in the end, and the
  /// operation that they were applied to.
  void describeCycle(mlir::InFlightDiagnostic &diagnostic) const;

  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override;

protected:
  bool isInPattern() const { return !running.empty(); }
  /// How messages call the pattern that runs.
  std::string describeRunning() const {
    return set.getInfo(*running.back().pattern).describe();
  }
  /// Adds what is known to a diagnostic of this thread.
  virtual void explain(mlir::Diagnostic &diagnostic);

  mlir::Operation *root;
  bool failed = false;
  RunRecord *record;

private:
  /// A pattern and what it is or was applied to. The operation itself may be
  /// gone.
  struct Application {
    const mlir::Pattern *pattern;
    mlir::OperationName name;
    mlir::Location loc;
  };
  /// More patterns than this one after another nobody reads about.
  static constexpr size_t historySize = 64;

  llvm::SmallVector<const mlir::Pattern *> getHistory() const;

  const PdllPatternSet &set;
  /// The monitor that this one stands in for on its thread.
  PatternMonitor *previous;
  PatternTotals totals;
  /// The innermost last: a conversion applies patterns to what others created.
  llvm::SmallVector<Application, 2> running;
  /// A ring of the last rewrites.
  llvm::SmallVector<Application, historySize> history;
  mlir::ScopedDiagnosticHandler explainer;
};

} // namespace pdll

#endif // PDLL_RUN_PATTERNMONITOR_H
