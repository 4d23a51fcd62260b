// Files that say what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RunReport.h"
#include "report/NeverFired.h"
#include "report/StatisticsTable.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <tuple>
#include <unistd.h>

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

/// Whether a file can be put there.
static LogicalResult checkWritable(MLIRContext *context, StringRef option,
                                   StringRef path) {
  if (path.empty() || path == "-")
    return success();
  std::error_code error;
  if (llvm::sys::fs::is_directory(path)) {
    error = std::make_error_code(std::errc::is_a_directory);
  } else if (!llvm::sys::fs::exists(path) ||
             llvm::sys::fs::is_regular_file(path)) {
    StringRef folder = llvm::sys::path::parent_path(path);
    error = llvm::sys::fs::access(folder.empty() ? "." : folder,
                                  llvm::sys::fs::AccessMode::Write);
  }
  if (!error)
    return success();
  return emitError(UnknownLoc::get(context))
         << option << ": cannot write `" << path << "`: " << error.message();
}

std::shared_ptr<RunReport>
RunReport::create(MLIRContext *context,
                  std::shared_ptr<const PdllPatternSet> patterns,
                  RunReportOptions options) {
  if (failed(checkWritable(context, "report", options.report)) ||
      failed(checkWritable(context, "trace", options.trace)) ||
      failed(checkWritable(context, "explain", options.explain)))
    return nullptr;
  if (!options.trace.empty() && options.level == TraceLevel::None)
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

void RunReport::add(Operation *root, const RunRecord &record,
                    LogicalResult result) {
  RootSteps added = describe(root, record.getSteps());
  std::lock_guard<std::mutex> lock(mutex);
  ++numRoots;
  hasFailed |= failed(result);
  for (auto [sum, count] : llvm::zip_equal(counts, record.getCounts()))
    sum.add(count);
  if (!added.steps.empty())
    steps.push_back(std::move(added));
}

void RunReport::addExplanation(Operation *root, std::string line) {
  RootSteps added = describe(root, {std::move(line)});
  std::lock_guard<std::mutex> lock(mutex);
  explanations.push_back(std::move(added));
}

/// Flushes a file, and returns why that failed. LLVM ends the process if a file
/// is closed after an error, such as a full disk, that was not cleared.
static llvm::Error finish(llvm::raw_fd_ostream &file) {
  file.flush();
  std::error_code error = file.error();
  file.clear_error();
  return llvm::errorCodeToError(error);
}

/// Writes to a device or pipe, which cannot be replaced by a file.
static llvm::Error writeInto(StringRef path,
                             llvm::function_ref<void(raw_ostream &)> text) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::CD_OpenExisting);
  if (error)
    return llvm::errorCodeToError(error);
  text(file);
  return finish(file);
}

static bool isDevice(StringRef path) {
  llvm::sys::fs::file_status status;
  return path != "-" && !llvm::sys::fs::status(path, status) &&
         llvm::sys::fs::exists(status) &&
         !llvm::sys::fs::is_regular_file(status);
}

/// Standard output or error, if `path` leads to the same file. That must not be
/// replaced while others write to it.
static std::optional<int> getOpenStream(StringRef path) {
  llvm::sys::fs::file_status named, open;
  if (path != "-" && !llvm::sys::fs::status(path, named))
    for (int stream : {STDOUT_FILENO, STDERR_FILENO})
      if (!llvm::sys::fs::status(stream, open) &&
          named.getUniqueID() == open.getUniqueID())
        return stream;
  return std::nullopt;
}

/// Where a path leads. The target of a link is replaced, so that the link stays
/// a link.
static std::string followLinks(StringRef path) {
  SmallString<128> target;
  if (path == "-" || llvm::sys::fs::real_path(path, target))
    return path.str();
  return target.str().str();
}

/// Writes to a stream, or writes a file whole or not at all.
static llvm::Error write(StringRef path,
                         llvm::function_ref<void(raw_ostream &)> text) {
  if (std::optional<int> stream = getOpenStream(path)) {
    llvm::raw_fd_ostream file(*stream, /*shouldClose=*/false);
    text(file);
    return finish(file);
  }
  if (isDevice(path))
    return writeInto(path, text);
  return llvm::writeToOutput(followLinks(path), [&](raw_ostream &stream) {
    text(stream);
    // The streams of this function are files, also for standard output.
    return finish(static_cast<llvm::raw_fd_ostream &>(stream));
  });
}

/// Appends to a file. On failure, the file stays as it was.
static llvm::Error append(StringRef path,
                          llvm::function_ref<void(raw_ostream &)> text) {
  using namespace llvm::sys::fs;
  int descriptor;
  if (std::error_code error =
          openFileForWrite(path, descriptor, CD_OpenAlways, OF_Append))
    return llvm::errorCodeToError(error);
  llvm::raw_fd_ostream file(descriptor, /*shouldClose=*/true);
  file_status before;
  if (std::error_code error = status(descriptor, before))
    return llvm::errorCodeToError(error);
  text(file);
  llvm::Error error = finish(file);
  if (error)
    return llvm::joinErrors(
        std::move(error),
        llvm::errorCodeToError(resize_file(descriptor, before.getSize())));
  return error;
}

/// The run is over by now, so errors cannot be returned any more.
static void reportFailure(MLIRContext *context, StringRef path,
                          llvm::Error error) {
  emitError(UnknownLoc::get(context))
      << "cannot write `" << path << "`: " << llvm::toString(std::move(error));
}

void RunReport::writeReport() {
  ReportContents &contents = getWritten().reports[options.report];
  for (auto [info, count] : llvm::zip_equal(patterns->infos, counts))
    contents.add(info, count);
  contents.numRoots += numRoots;
  llvm::Error error = write(options.report, [&](raw_ostream &stream) {
    stream << llvm::formatv("{0:2}\n", contents.toJson());
  });
  if (error)
    reportFailure(patterns->context, options.report, std::move(error));
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
static void writeMore(MLIRContext *context, StringRef path,
                      llvm::function_ref<void(raw_ostream &)> print) {
  bool isStream = path == "-" || isDevice(path) || getOpenStream(path);
  std::set<std::string> &begun = getWritten().begun;
  bool continues = !isStream && begun.count(path.str());
  if (llvm::Error error = continues ? append(path, print) : write(path, print))
    return reportFailure(context, path, std::move(error));
  begun.insert(path.str());
}

void RunReport::writeTrace() {
  sort(steps);
  auto print = [&](raw_ostream &stream) {
    for (const RootSteps &root : steps)
      for (const std::string &step : root.steps)
        stream << step << '\n';
    // Without the patterns, a reader does not know which ones never fired.
    if (options.level == TraceLevel::Texts)
      stream << describePatterns(*patterns) << '\n';
  };
  writeMore(patterns->context, options.trace, print);
}

void RunReport::writeExplanations() {
  sort(explanations);
  writeMore(patterns->context, options.explain, [&](raw_ostream &stream) {
    for (const RootSteps &root : explanations)
      for (const std::string &line : root.steps)
        stream << line;
  });
}

RunReport::~RunReport() {
  if (!hasFailed)
    warnOfNeverFired(*patterns, counts, options.neverFired);
  std::lock_guard<std::mutex> lock(getWritten().mutex);
  if (!options.report.empty())
    writeReport();
  if (!options.trace.empty())
    writeTrace();
  if (!options.explain.empty())
    writeExplanations();
  // As one text, between those of others.
  if (options.printsStatistics) {
    std::string table;
    llvm::raw_string_ostream stream(table);
    printStatistics(stream, patterns->infos, counts, numRoots);
    llvm::errs() << table;
  }
}
