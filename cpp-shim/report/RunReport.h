// Files that say what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_RUNREPORT_H
#define PDLL_REPORT_RUNREPORT_H

#include "contract/Options.h"
#include "report/RunRecord.h"

#include <memory>
#include <mutex>

namespace pdll {

/// Where a report, a trace and explanations go; empty for nowhere, `-` for
/// standard output.
struct RunReportOptions {
  std::string report;
  std::string trace;
  std::string explain;
  /// Whether a table goes to standard error.
  bool printsStatistics = false;
  /// Which patterns to warn about if they rewrote nothing.
  PdllNeverFired neverFired = PdllNeverFiredNone;
  TraceLevel level = TraceLevel::None;
};

/// Gathers the records of all threads, for one use of the pass. When the last
/// user lets go of it, it is written, after what the same process has written
/// to the same file before.
class RunReport {
public:
  /// Checks that the files can be written. Null otherwise, which has been
  /// reported.
  static std::shared_ptr<RunReport>
  create(mlir::MLIRContext *context,
         std::shared_ptr<const PdllPatternSet> patterns,
         RunReportOptions options);
  ~RunReport();
  RunReport(const RunReport &) = delete;
  RunReport &operator=(const RunReport &) = delete;

  TraceLevel getTraceLevel() const { return options.level; }
  /// Adds what was done to `root`. Any thread may call this.
  void add(mlir::Operation *root, const RunRecord &record,
           mlir::LogicalResult result);
  /// Adds why patterns match operations inside of `root`, or do not, as a line.
  /// Any thread may call this.
  void addExplanation(mlir::Operation *root, std::string line);

private:
  RunReport(std::shared_ptr<const PdllPatternSet> patterns,
            RunReportOptions options)
      : patterns(std::move(patterns)), options(std::move(options)),
        counts(this->patterns->infos.size()) {}

  void writeReport();
  void writeTrace();
  void writeExplanations();

  std::shared_ptr<const PdllPatternSet> patterns;
  RunReportOptions options;
  std::mutex mutex;
  std::vector<PatternCounts> counts;
  uint64_t numRoots = 0;
  /// A run that failed has not tried all patterns.
  bool hasFailed = false;
  /// The steps by the operations below which they happened, in an order that
  /// does not depend on threads.
  struct RootSteps {
    std::string file;
    unsigned line;
    unsigned column;
    std::vector<std::string> steps;
  };
  static RootSteps describe(mlir::Operation *root,
                            std::vector<std::string> steps);
  static void sort(std::vector<RootSteps> &steps);
  std::vector<RootSteps> steps;
  /// The same for explanations.
  std::vector<RootSteps> explanations;
};

} // namespace pdll

#endif // PDLL_REPORT_RUNREPORT_H
