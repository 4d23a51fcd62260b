// Follows which patterns are applied to which operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/PatternMonitor.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace pdll;

PatternMonitor::PatternMonitor(RunKind kind, Operation *root,
                               const PdllPatternSet &set, RunRecord *record)
    : CurrentRun(kind, root), root(root), record(record), set(set),
      explainer(root->getContext(),
                [this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
                  // Other threads have patterns of their own.
                  if (llvm::get_threadid() != thread)
                    return failure();
                  if (isConsequence(diagnostic))
                    return success();
                  explain(diagnostic);
                  // Leave printing to the next handler.
                  return failure();
                }) {}

/// Whether the run has failed before. What MLIR reports after that, such as
/// that it cannot legalize an operation, only says that patterns were stopped.
bool PatternMonitor::isConsequence(const Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return false;
  return std::exchange(hasReported, true) && failed;
}

void PatternMonitor::explain(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error || !running)
    return;
  diagnostic.attachNote(running->loc)
      << "while " << describeRunning() << " rewrote this `" << running->name
      << "`";
}

void PatternMonitor::reportAbout(const PatternApplication &application,
                                 llvm::function_ref<void()> report) {
  begin(application);
  report();
  end();
}

void PatternMonitor::beginPattern(size_t pattern, Operation *op) {
  ++totals.matches;
  begin(PatternApplication(pattern, op));
  if (record)
    record->begin(pattern, op);
}

inline void PatternMonitor::begin(const PatternApplication &application) {
  if (LLVM_UNLIKELY(running.has_value()))
    around.push_back(*running);
  running = application;
}

void PatternMonitor::describeLastRewrite(InFlightDiagnostic &diagnostic) const {
  if (history.empty())
    return;
  const PatternApplication &last = history[(totals.rewrites - 1) % historySize];
  diagnostic.attachNote(last.loc)
      << "the last rewrite was of this `" << last.name << "`, by "
      << set.infos[last.pattern].describe();
}

/// The patterns of the last rewrites, the most recent first.
SmallVector<size_t> PatternMonitor::getHistory() const {
  SmallVector<size_t> patterns;
  for (size_t back = 1; back <= history.size(); ++back)
    patterns.push_back(history[(totals.rewrites - back) % historySize].pattern);
  return patterns;
}

/// The length of the shortest prefix of `patterns` that repeats up to the end,
/// or the length of `patterns` if none does.
static size_t getPeriod(ArrayRef<size_t> patterns) {
  // What repeats twice may do so by chance.
  for (size_t period = 1; period * 3 <= patterns.size(); ++period)
    if (patterns.drop_front(period) == patterns.drop_back(period))
      return period;
  return patterns.size();
}

void PatternMonitor::describeCycle(InFlightDiagnostic &diagnostic) const {
  if (history.empty())
    return;
  SmallVector<size_t> patterns = getHistory();
  patterns.truncate(getPeriod(patterns));
  llvm::SetVector<size_t> cycle(patterns.rbegin(), patterns.rend());
  const PatternApplication &last = history[(totals.rewrites - 1) % historySize];
  Diagnostic &note = diagnostic.attachNote(last.loc);
  if (cycle.size() == 1) {
    note << set.infos[cycle.front()].describe();
    note << " keeps rewriting this `" << last.name << "`";
    return;
  }
  note << "these patterns keep rewriting this `" << last.name
       << "` and each other's results: ";
  llvm::interleaveComma(cycle, note, [&](size_t pattern) {
    note << set.infos[pattern].describe();
  });
}
