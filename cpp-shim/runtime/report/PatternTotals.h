// How often patterns were applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_PATTERNTOTALS_H
#define PDLL_REPORT_PATTERNTOTALS_H

#include <cstdint>

namespace pdll {

/// How often patterns matched, rewrote, and failed.
struct PatternTotals {
  uint64_t matches = 0;
  uint64_t rewrites = 0;
  uint64_t failures = 0;

  void add(const PatternTotals &other) {
    matches += other.matches;
    rewrites += other.rewrites;
    failures += other.failures;
  }
};

} // namespace pdll

#endif // PDLL_REPORT_PATTERNTOTALS_H
