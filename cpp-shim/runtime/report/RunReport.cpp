// Files that say what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RunReport.h"
#include "contract/Strings.h"
#include "report/NeverFired.h"
#include "report/StatisticsTable.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <tuple>

using namespace mlir;
using namespace pdll;

namespace {

/// What one process has found out for one report. A pattern is known by its
/// name and place.
struct ReportContents {
  using Key = std::pair<std::string, std::string>;
  struct Entry {
    PatternInfo info;
    PatternCounts counts;
  };
  std::vector<Entry> entries;
  std::map<Key, size_t> indices;
  uint64_t numRoots = 0;

  void add(const PatternInfo &info, const PatternCounts &counts);
  llvm::json::Value toJson() const;
};

/// What the process has written so far.
struct Written {
  std::mutex mutex;
  std::map<std::string, ReportContents> reports;
  /// The files with traces and explanations that this process has begun.
  std::set<std::string> begun;
};

} // namespace

static Written &getWritten() {
  static Written written;
  return written;
}

void ReportContents::add(const PatternInfo &info, const PatternCounts &counts) {
  auto [entry, isNew] =
      indices.try_emplace({info.name, info.getPlace()}, entries.size());
  if (isNew)
    entries.push_back({info, {}});
  entries[entry->second].counts.add(counts);
}

static void addCounts(llvm::json::Object &object, const PatternCounts &counts) {
  object["matches"] = counts.totals.matches;
  object["rewrites"] = counts.totals.rewrites;
  object["failures"] = counts.totals.failures;
  object["seconds"] = counts.getSeconds();
}

static llvm::json::Object toJson(const PatternInfo &info,
                                 const PatternCounts &counts) {
  llvm::json::Object object = describe(info);
  object["labels"] = llvm::json::Array(info.labels);
  addCounts(object, counts);
  return object;
}

llvm::json::Value ReportContents::toJson() const {
  llvm::json::Array patterns, neverFired;
  PatternCounts all;
  for (const Entry &entry : entries) {
    patterns.push_back(::toJson(entry.info, entry.counts));
    all.add(entry.counts);
    if (!entry.counts.totals.rewrites)
      neverFired.push_back(entry.info.name);
  }
  llvm::json::Object totals{{"runs", numRoots}};
  addCounts(totals, all);
  return llvm::json::Object{{"version", 1},
                            {"patterns", std::move(patterns)},
                            {"never_fired", std::move(neverFired)},
                            {"totals", std::move(totals)}};
}

std::shared_ptr<RunReport>
RunReport::create(MLIRContext *context,
                  std::shared_ptr<const PdllPatternSet> patterns,
                  RunReportOptions options) {
  if (failed(checkWritable(context, "report", options.report)) ||
      failed(checkWritable(context, "trace", options.trace)) ||
      failed(checkWritable(context, "explain", options.explain)))
    return nullptr;
  if (options.isTraced() && options.level == TraceLevel::None)
    options.level = TraceLevel::Rewrites;
  return std::shared_ptr<RunReport>(
      new RunReport(std::move(patterns), std::move(options)));
}

RunReport::RootSteps RunReport::describe(Operation *root,
                                         std::vector<std::string> steps) {
  RootSteps added{"", 0, 0, std::move(steps)};
  if (auto loc = root->getLoc()->findInstanceOf<FileLineColLoc>()) {
    added.file = loc.getFilename().str();
    added.line = loc.getLine();
    added.column = loc.getColumn();
  }
  return added;
}

LogicalResult RunReport::checkProgram(Operation *root) {
  auto loc = root->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return success();
  for (auto [option, path] : {std::pair("report", StringRef(options.report)),
                              std::pair("trace", StringRef(options.trace)),
                              std::pair("explain", StringRef(options.explain))})
    if (!path.empty() && !isStream(path) &&
        llvm::sys::fs::equivalent(loc.getFilename().getValue(), path)) {
      std::lock_guard<std::mutex> lock(mutex);
      isRefused = true;
      return emitError(UnknownLoc::get(root->getContext()))
             << option << ": cannot write `" << path
             << "`: the program is from this file";
    }
  return success();
}

LogicalResult RunReport::add(Operation *root, const RunRecord &record,
                             LogicalResult result) {
  RootSteps added = describe(root, record.getSteps());
  std::lock_guard<std::mutex> lock(mutex);
  ++numRoots;
  ++numUnwritten;
  hasFailed |= failed(result);
  for (auto [index, count] : llvm::enumerate(record.getCounts())) {
    counts[index].add(count);
    unwritten[index].add(count);
  }
  uint64_t size = 0;
  for (const std::string &step : added.steps)
    size += step.size() + 1;
  if (!added.steps.empty())
    steps.push_back(std::move(added));
  if (isRefused)
    return failure();
  return root->getParentOp() ? keepRoom(size) : write();
}

void RunReport::addExplanation(Operation *root, std::string line) {
  RootSteps added = describe(root, {std::move(line)});
  std::lock_guard<std::mutex> lock(mutex);
  explanations.push_back(std::move(added));
}

static LogicalResult checkWritten(MLIRContext *context, StringRef path,
                                  llvm::Error error) {
  if (!error)
    return success();
  return emitError(UnknownLoc::get(context))
         << "cannot write `" << path
         << "`: " << llvm::toString(std::move(error));
}

/// The size of a report of patterns, whatever they did.
static uint64_t getMaxReportSize(ArrayRef<PatternInfo> infos) {
  constexpr uint64_t max = std::numeric_limits<int64_t>::max();
  PatternCounts counts{{max, max, max}, std::chrono::nanoseconds::max()};
  ReportContents contents;
  for (const PatternInfo &info : infos)
    contents.add(info, counts);
  contents.numRoots = max;
  return llvm::formatv("{0:2}\n", contents.toJson()).str().size();
}

/// Keeps room for the last record, whose steps have that size.
LogicalResult RunReport::keepRoom(uint64_t traceSize) {
  uint64_t reportSize =
      numUnwritten == 1 ? getMaxReportSize(patterns->infos) : 0;
  uint64_t explainSize = 0;
  if (!explanations.empty())
    for (const std::string &line : explanations.back().steps)
      explainSize += line.size();
  auto keep = [&](StringRef path, DiskRoom &room, uint64_t size) {
    return succeeded(
        checkWritten(patterns->context, path, room.grow(path, size)));
  };
  return success(keep(options.report, reportRoom, reportSize) &&
                 keep(options.trace, traceRoom, traceSize) &&
                 keep(options.explain, explainRoom, explainSize));
}

LogicalResult RunReport::writeReport() {
  ReportContents &contents = getWritten().reports[options.report];
  for (auto [info, count] : llvm::zip_equal(patterns->infos, unwritten))
    contents.add(info, count);
  contents.numRoots += numUnwritten;
  reportRoom.release();
  auto print = [&](raw_ostream &stream) {
    stream << llvm::formatv("{0:2}\n", contents.toJson());
  };
  return checkWritten(patterns->context, options.report,
                      writeWhole(options.report, print));
}

static llvm::json::Value describePatterns(const PdllPatternSet &set) {
  llvm::json::Array patterns;
  for (const PatternInfo &info : set.infos)
    patterns.push_back(describe(info));
  return llvm::json::Object{{"status", "finished"},
                            {"patterns", std::move(patterns)}};
}

void RunReport::sort(std::vector<RootSteps> &steps) {
  llvm::sort(steps, [](const RootSteps &a, const RootSteps &b) {
    return std::tie(a.file, a.line, a.column, a.steps) <
           std::tie(b.file, b.line, b.column, b.steps);
  });
}

/// Writes a text that continues what this process has written to the file.
static LogicalResult writeMore(MLIRContext *context, StringRef path,
                               llvm::function_ref<void(raw_ostream &)> print) {
  std::set<std::string> &begun = getWritten().begun;
  bool continues = !isStream(path) && begun.count(path.str());
  if (llvm::Error error =
          continues ? append(path, print) : writeWhole(path, print))
    return checkWritten(context, path, std::move(error));
  begun.insert(path.str());
  return success();
}

LogicalResult RunReport::writeTrace() {
  sort(steps);
  // Without the patterns, a reader does not know which ones never fired.
  if (options.level == TraceLevel::Texts)
    steps.push_back(
        {"", 0, 0, {llvm::formatv("{0}", describePatterns(*patterns)).str()}});
  auto give = [&](function_ref<void(const std::string &)> take) {
    for (const RootSteps &root : steps)
      llvm::for_each(root.steps, take);
  };
  if (PdllTextCallback receive = options.traceSink.receive)
    give([&](const std::string &step) {
      receive(toPdllString(step), options.traceSink.userData);
    });
  traceRoom.release();
  if (options.trace.empty())
    return success();
  return writeMore(patterns->context, options.trace, [&](raw_ostream &stream) {
    give([&](const std::string &step) { stream << step << '\n'; });
  });
}

LogicalResult RunReport::writeExplanations() {
  sort(explanations);
  explainRoom.release();
  return writeMore(patterns->context, options.explain, [&](raw_ostream &stream) {
    for (const RootSteps &root : explanations)
      for (const std::string &line : root.steps)
        stream << line;
  });
}

/// Writes what was gathered since the last time.
LogicalResult RunReport::write() {
  std::lock_guard<std::mutex> lock(getWritten().mutex);
  bool isComplete = true;
  if (!options.report.empty())
    isComplete &= succeeded(writeReport());
  if (options.isTraced())
    isComplete &= succeeded(writeTrace());
  if (!options.explain.empty())
    isComplete &= succeeded(writeExplanations());
  unwritten.assign(unwritten.size(), {});
  numUnwritten = 0;
  steps.clear();
  explanations.clear();
  isWritten = true;
  return success(isComplete);
}

RunReport::~RunReport() {
  if (!hasFailed)
    warnOfNeverFired(*patterns, counts, options.neverFired);
  // The run is over, so a failure, which has been reported, changes nothing.
  if (!isRefused && (numUnwritten || !isWritten))
    (void)write();
  // As one text, between those of others.
  if (options.printsStatistics) {
    std::string table;
    llvm::raw_string_ostream stream(table);
    printStatistics(stream, patterns->infos, counts, numRoots);
    llvm::errs() << table;
  }
}
