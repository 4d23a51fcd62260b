// Follows which pattern is applied to what.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/PatternMonitor.h"
#include "report/RunRecord.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace pdll;

static thread_local PatternMonitor *current = nullptr;

PatternMonitor::PatternMonitor(Operation *root, const PdllPatternSet &set,
                               RunRecord *record)
    : root(root), record(record), set(set), previous(current),
      explainer(root->getContext(),
                [this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
                  // Other threads have their own patterns.
                  if (llvm::get_threadid() == thread)
                    explain(diagnostic);
                  // Somebody else prints it.
                  return failure();
                }) {
  current = this;
}

PatternMonitor::~PatternMonitor() { current = previous; }

PatternMonitor *PatternMonitor::getCurrent() { return current; }

void PatternMonitor::failCurrent() { current->failed = true; }

void PatternMonitor::failCurrent(InFlightDiagnostic &reason) {
  // What happens after the first problem may only be its consequence.
  if (current->failed)
    reason.abandon();
  current->failed = true;
}

void PatternMonitor::explain(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error || running.empty())
    return;
  const Application &last = running.back();
  diagnostic.attachNote(last.loc)
      << "while " << set.getInfo(*last.pattern).describe() << " rewrote this `"
      << last.name << "`";
}

void PatternMonitor::notifyPatternBegin(const Pattern &pattern, Operation *op) {
  if (!set.contains(pattern))
    return;
  ++totals.matches;
  running.push_back({&pattern, op->getName(), op->getLoc()});
  if (record)
    record->begin(set.getIndex(pattern), op);
}

void PatternMonitor::notifyPatternEnd(const Pattern &pattern,
                                      LogicalResult status) {
  if (!set.contains(pattern))
    return;
  if (record)
    record->end(status);
  Application application = running.pop_back_val();
  if (mlir::failed(status)) {
    ++totals.failures;
    return;
  }
  if (history.size() < historySize)
    history.push_back(application);
  else
    history[totals.rewrites % historySize] = application;
  ++totals.rewrites;
}

void PatternMonitor::describeLastRewrite(InFlightDiagnostic &diagnostic) const {
  if (history.empty())
    return;
  const Application &last = history[(totals.rewrites - 1) % historySize];
  diagnostic.attachNote(last.loc)
      << "the last rewrite was of this `" << last.name << "`, by "
      << set.getInfo(*last.pattern).describe();
}

/// The patterns of the last rewrites, the very last first.
SmallVector<const Pattern *> PatternMonitor::getHistory() const {
  SmallVector<const Pattern *> patterns;
  for (size_t back = 1; back <= history.size(); ++back)
    patterns.push_back(history[(totals.rewrites - back) % historySize].pattern);
  return patterns;
}

/// How many of `patterns` repeat from then on; all if none do.
static size_t getPeriod(ArrayRef<const Pattern *> patterns) {
  // What repeats twice may do so by chance.
  for (size_t period = 1; period * 3 <= patterns.size(); ++period)
    if (patterns.drop_front(period) == patterns.drop_back(period))
      return period;
  return patterns.size();
}

void PatternMonitor::describeCycle(InFlightDiagnostic &diagnostic) const {
  if (history.empty())
    return;
  SmallVector<const Pattern *> patterns = getHistory();
  patterns.truncate(getPeriod(patterns));
  llvm::SetVector<const Pattern *> cycle(patterns.rbegin(), patterns.rend());
  const Application &last = history[(totals.rewrites - 1) % historySize];
  Diagnostic &note = diagnostic.attachNote(last.loc);
  if (cycle.size() == 1) {
    note << set.getInfo(*cycle.front()).describe();
    note << " keeps rewriting this `" << last.name << "`";
    return;
  }
  note << "these patterns keep rewriting this `" << last.name
       << "` and each other's results: ";
  llvm::interleaveComma(cycle, note, [&](const Pattern *pattern) {
    note << set.getInfo(*pattern).describe();
  });
}
