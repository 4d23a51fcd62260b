// What patterns did to one operation, for reports and traces.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_RUNRECORD_H
#define PDLL_REPORT_RUNRECORD_H

#include "patterns/PatternSet.h"

#include "llvm/Support/JSON.h"

#include <chrono>

namespace pdll {

/// What one pattern did.
struct PatternCounts {
  uint64_t matches = 0;
  uint64_t rewrites = 0;
  uint64_t failures = 0;
  std::chrono::nanoseconds time{0};

  void add(const PatternCounts &other);
  double getSeconds() const;
};

/// Which steps a record keeps beside the counts.
enum class TraceLevel {
  None,
  /// Each rewrite.
  Rewrites,
  /// With the whole operation around it, before and after.
  Texts
};

/// Takes down what happens while a driver works on one operation.
class RunRecord {
public:
  RunRecord(mlir::Operation *root, const PdllPatternSet &set, TraceLevel level);

  /// A round of the driver begins, from 1.
  void setRound(int64_t number) { round = number; }

  /// The pattern of that index begins to rewrite `op`.
  void begin(size_t pattern, mlir::Operation *op);
  /// What the running pattern has created.
  void addCreated(llvm::ArrayRef<mlir::Operation *> operations);
  /// What the running pattern replaces the results of `op` with.
  void addReplacement(mlir::Operation *op, mlir::ValueRange values);
  /// The running pattern is done.
  void end(mlir::LogicalResult status);

  llvm::ArrayRef<PatternCounts> getCounts() const { return counts; }
  /// The steps, each a line of JSON.
  llvm::ArrayRef<std::string> getSteps() const { return steps; }

private:
  using Clock = std::chrono::steady_clock;

  /// A pattern that is running.
  struct Running {
    size_t pattern;
    Clock::time_point start;
    /// The step so far; nothing without a trace.
    llvm::json::Object step;
    mlir::Operation *scope = nullptr;
    /// The place among the steps.
    size_t index = 0;
  };

  llvm::json::Object describeStep(size_t pattern, mlir::Operation *op);
  llvm::json::Object describePattern(size_t pattern) const;

  mlir::Operation *root;
  const PdllPatternSet &set;
  TraceLevel level;
  int64_t round = 1;
  llvm::SmallVector<Running, 2> running;
  std::vector<PatternCounts> counts;
  std::vector<std::string> steps;
};

/// `file:line:column` of what `loc` is about; `unknown` if `loc` does not say.
std::string getPlace(mlir::Location loc);

} // namespace pdll

#endif // PDLL_REPORT_RUNRECORD_H
