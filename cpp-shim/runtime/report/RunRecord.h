// What patterns did to one operation, for reports and traces.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_RUNRECORD_H
#define PDLL_REPORT_RUNRECORD_H

#include "contract/Pass.h"
#include "engine/PatternSet.h"
#include "report/PatternTotals.h"
#include "report/ProgramText.h"

#include "llvm/Support/JSON.h"

#include <chrono>

namespace pdll {

/// What one pattern did, and how long that took.
struct PatternCounts {
  PatternTotals totals;
  std::chrono::nanoseconds time{0};

  void add(const PatternCounts &other);
  double getSeconds() const;
};

/// Which steps a record keeps beside the counts.
enum class TraceLevel {
  None,
  /// Each rewrite.
  Rewrites,
  /// With the lines of the program that it changed.
  Texts
};

/// Takes down what happens while a driver works on one operation.
class RunRecord {
public:
  /// With a limit, which may be null, the steps are those from the last rewrite
  /// on that it allows.
  RunRecord(mlir::Operation *root, const PdllPatternSet &set, TraceLevel level,
            const PdllRewriteLimit *limit = nullptr);

  /// Whether it keeps more than counts.
  bool isTraced() const { return level != TraceLevel::None; }

  /// A round of the driver begins, from 1.
  void setRound(int64_t number);

  /// The pattern of that index begins to rewrite `op`.
  void begin(size_t pattern, mlir::Operation *op);
  /// What the running pattern replaces the results of an operation with.
  void addReplacement(mlir::ValueRange values);
  /// The running pattern has rewritten. Nothing that it erased is destroyed
  /// yet.
  void addCreated(llvm::ArrayRef<mlir::Operation *> operations);
  /// The running pattern is done.
  void end(mlir::LogicalResult status);
  /// Adds the counts of another record of these patterns.
  void add(const RunRecord &other);
  /// The run is over.
  void finish(mlir::LogicalResult result);

  /// From now on, the driver tells about all changes, as soon as they are made.
  void startText();
  void addInserted(mlir::Operation *op);
  void addMoved(mlir::Operation *op);
  void addModified(mlir::Operation *op);
  void addErased(mlir::Operation *op);
  void addInserted(mlir::Block *block);
  void addErased(mlir::Block *block);

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
    /// What replaces which results.
    llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>, 1> replacements;
    /// The place among the steps.
    size_t index = 0;
  };

  /// Whether what happens now is a step.
  bool keepsSteps() const {
    return level != TraceLevel::None &&
           (!limit || limit->made + 1 >= limit->max);
  }
  llvm::json::Object describeRoot() const;
  llvm::json::Object describeStep(size_t pattern, mlir::Operation *op) const;
  void addProgram();
  void addDriverChanges();

  mlir::Operation *root;
  const PdllPatternSet &set;
  TraceLevel level;
  const PdllRewriteLimit *limit;
  /// Says which operations to print in their own syntax.
  mutable RepeatedVerifier verifier;
  /// Only with a trace.
  std::unique_ptr<ValueNames> names;
  std::unique_ptr<ProgramText> text;
  int64_t round = 1;
  int64_t numSteps = 0;
  llvm::SmallVector<Running, 2> running;
  std::vector<PatternCounts> counts;
  std::vector<std::string> steps;
};

/// The name of the pattern, and its place if it is of a file.
llvm::json::Object describe(const PatternInfo &info);

/// `file:line:column` of what `loc` is about; `unknown` if `loc` does not say.
std::string getPlace(mlir::Location loc);

} // namespace pdll

#endif // PDLL_REPORT_RUNRECORD_H
