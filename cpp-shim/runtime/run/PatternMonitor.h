// Follows which patterns are applied to which operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_PATTERNMONITOR_H
#define PDLL_RUN_PATTERNMONITOR_H

#include "engine/PatternSet.h"
#include "patterns/CurrentRun.h"
#include "report/PatternTotals.h"
#include "report/RunRecord.h"

namespace pdll {

/// A pattern, and the operation that it is or was applied to, which may be
/// gone.
struct PatternApplication {
  PatternApplication(size_t pattern, mlir::Operation *op)
      : pattern(pattern), name(op->getName()), loc(op->getLoc()) {}

  size_t pattern;
  mlir::OperationName name;
  mlir::Location loc;
};

/// Knows which pattern is running while a driver works on one operation, names
/// it in all errors that this thread reports meanwhile, and remembers the last
/// rewrites.
class PatternMonitor : public mlir::RewriterBase::Listener, public CurrentRun {
public:
  /// `record` takes down what happens, and may be null.
  PatternMonitor(RunKind kind, mlir::Operation *root, const PdllPatternSet &set,
                 RunRecord *record);

  const PatternTotals &getTotals() const { return totals; }
  /// What messages call the pattern.
  std::string describe(const PatternApplication &application) const {
    return set.infos[application.pattern].describe();
  }
  /// Names the operation that was rewritten last.
  void describeLastRewrite(mlir::InFlightDiagnostic &diagnostic) const;
  /// Names the patterns that were applied over and over at the end, and the
  /// operation that they were applied to.
  void describeCycle(mlir::InFlightDiagnostic &diagnostic) const;

  void beginPattern(size_t pattern, mlir::Operation *op) override;
  void endPattern(size_t pattern, mlir::LogicalResult status) override;

protected:
  bool isInPattern() const { return running.has_value(); }
  const PatternApplication &getRunning() const { return *running; }
  /// What messages call the running pattern.
  std::string describeRunning() const { return describe(*running); }
  /// Whether the running pattern may use values that are computed later.
  bool mayUseLaterValues() const {
    return set.mayUseLaterValues && isInPattern() &&
           set.infos[running->pattern].mayUseLaterValues;
  }
  /// Calls `report`, which reports what an earlier rewrite has caused.
  void reportAbout(const PatternApplication &application,
                   llvm::function_ref<void()> report);
  /// Adds what is known to a diagnostic of this thread.
  virtual void explain(mlir::Diagnostic &diagnostic);

  mlir::Operation *root;
  RunRecord *record;

private:
  /// How many past rewrites to remember. A report of a longer cycle is not
  /// useful.
  static constexpr size_t historySize = 64;

  void begin(const PatternApplication &application);
  void end();
  bool isConsequence(const mlir::Diagnostic &diagnostic);
  llvm::SmallVector<size_t> getHistory() const;

  const PdllPatternSet &set;
  PatternTotals totals;
  std::optional<PatternApplication> running;
  /// Those around it, the innermost last: a conversion applies patterns to what
  /// others created.
  std::vector<PatternApplication> around;
  /// A ring of the last rewrites.
  llvm::SmallVector<PatternApplication, historySize> history;
  /// Whether an error was reported during the run.
  bool hasReported = false;
  mlir::ScopedDiagnosticHandler explainer;
};

inline void PatternMonitor::endPattern(size_t /*pattern*/,
                                       mlir::LogicalResult status) {
  if (record)
    record->end(status);
  if (mlir::failed(status)) {
    ++totals.failures;
  } else {
    if (LLVM_UNLIKELY(history.size() < historySize))
      history.push_back(*running);
    else
      history[totals.rewrites % historySize] = *running;
    ++totals.rewrites;
  }
  end();
}

inline void PatternMonitor::end() {
  if (LLVM_LIKELY(around.empty())) {
    running.reset();
    return;
  }
  running = around.back();
  around.pop_back();
}

} // namespace pdll

#endif // PDLL_RUN_PATTERNMONITOR_H
