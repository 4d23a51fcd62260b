// Files that say what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_RUNREPORT_H
#define PDLL_REPORT_RUNREPORT_H

#include "contract/Pass.h"
#include "report/OutputFile.h"
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
  /// Who takes the trace, too.
  PdllTraceSink traceSink = {};
  /// Whether a table goes to standard error.
  bool printsStatistics = false;
  /// Which patterns to warn about if they rewrote nothing.
  PdllNeverFired neverFired = PdllNeverFiredNone;
  TraceLevel level = TraceLevel::None;

  bool isTraced() const { return !trace.empty() || traceSink.receive; }
};

/// Gathers the records of all threads, for one use of the pass. It is written,
/// after what the same process has written to the same file before, at the end of
/// a run on a whole program, whose failure fails the run. Of runs on parts of a
/// program, none knows that it is the last one. So theirs is written when the last
/// user lets go of it, and each of them makes sure that the disk has room.
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
  /// Checks that no file is the one that `root` is from. Otherwise nothing is
  /// written, ever. Any thread may call this.
  mlir::LogicalResult checkProgram(mlir::Operation *root);
  /// Adds what was done to `root`. Fails if it cannot be written, which has been
  /// reported. Any thread may call this.
  mlir::LogicalResult add(mlir::Operation *root, const RunRecord &record,
                          mlir::LogicalResult result);
  /// Adds why patterns match operations inside of `root`, or do not, as a line.
  /// Any thread may call this.
  void addExplanation(mlir::Operation *root, std::string line);

private:
  RunReport(std::shared_ptr<const PdllPatternSet> patterns,
            RunReportOptions options)
      : patterns(std::move(patterns)), options(std::move(options)),
        counts(this->patterns->infos.size()), unwritten(counts) {}

  mlir::LogicalResult keepRoom(uint64_t traceSize);
  mlir::LogicalResult write();
  mlir::LogicalResult writeReport();
  mlir::LogicalResult writeTrace();
  mlir::LogicalResult writeExplanations();

  std::shared_ptr<const PdllPatternSet> patterns;
  RunReportOptions options;
  std::mutex mutex;
  /// What all runs did, and what of it no report has yet.
  std::vector<PatternCounts> counts;
  std::vector<PatternCounts> unwritten;
  uint64_t numRoots = 0;
  uint64_t numUnwritten = 0;
  /// Whether anything was written. A report says, too, that nothing was run.
  bool isWritten = false;
  bool isRefused = false;
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
  DiskRoom reportRoom;
  DiskRoom traceRoom;
  DiskRoom explainRoom;
};

} // namespace pdll

#endif // PDLL_REPORT_RUNREPORT_H
