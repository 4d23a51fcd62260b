// A table of what patterns did.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/StatisticsTable.h"

#include "llvm/Support/Format.h"

using namespace pdll;

static constexpr unsigned width = 80;

static void printTitle(llvm::raw_ostream &stream, llvm::StringRef title) {
  std::string line = "===" + std::string(width - 7, '-') + "===\n";
  stream << line;
  stream.indent((width - title.size()) / 2) << title << '\n';
  stream << line;
}

static void printLine(llvm::raw_ostream &stream, const PatternCounts &counts,
                      llvm::StringRef name) {
  stream << llvm::format(
                "  %11llu  %12llu  %12llu  %11.4f  ",
                static_cast<unsigned long long>(counts.totals.matches),
                static_cast<unsigned long long>(counts.totals.rewrites),
                static_cast<unsigned long long>(counts.totals.failures),
                counts.getSeconds())
         << name << '\n';
}

static std::string getLabel(const PatternInfo &info) {
  if (!info.hasSymbol)
    return info.file.empty() ? "(without a name)" : info.name;
  return info.file.empty() ? info.name
                           : info.name + " (" + info.getPlace() + ")";
}

void pdll::printStatistics(llvm::raw_ostream &stream,
                           llvm::ArrayRef<PatternInfo> infos,
                           llvm::ArrayRef<PatternCounts> counts,
                           uint64_t numRuns) {
  printTitle(stream, "... Pattern statistics report ...");
  stream << "  ApplyPDLL ran on " << numRuns
         << (numRuns == 1 ? " operation" : " operations") << "\n\n"
         << "  --Matches--  --Rewrites--  --Failures--  --Seconds--  "
            "--Pattern--\n";
  PatternCounts totals;
  for (auto [info, count] : llvm::zip_equal(infos, counts)) {
    printLine(stream, count, getLabel(info));
    totals.add(count);
  }
  printLine(stream, totals, "Total");
  stream << '\n';
}
