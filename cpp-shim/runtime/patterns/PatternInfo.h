// What is known of a pattern beside what it does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_PATTERNINFO_H
#define PDLL_PATTERNS_PATTERNINFO_H

#include "mlir/Dialect/PDL/IR/PDLOps.h"

#include <string>
#include <vector>

namespace pdll {

/// A warning about the file of a pattern.
struct PatternWarning {
  mlir::Location place;
  std::string message;
  /// Lives as long as the process.
  llvm::StringRef name;
};

struct PatternInfo {
  /// The symbol of the pattern, or `file:line`.
  std::string name;
  bool hasSymbol = false;
  /// Where it is defined; the file is empty if that is unknown.
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  /// The labels that it declares, and the stem of its file.
  std::vector<std::string> labels;
  /// The warnings about it, if its compiler has handed them over.
  std::vector<PatternWarning> warnings;
  uint16_t benefit = 0;
  /// Whether it may be applied to its own results.
  bool hasBoundedRecursion = false;
  /// Whether a rewrite must be checked for uses of values that come later.
  bool mayUseLaterValues = false;
  /// Whether its rewrite moves regions, or calls native functions, which may do
  /// anything. Otherwise it only creates operations before the root, and
  /// replaces and erases what it has matched.
  bool mayMoveOperations = false;

  /// `file:line`, or nothing.
  std::string getPlace() const;
  /// How messages call the pattern: "pattern `X` (a.pdll:3)".
  std::string describe() const;
};

/// Reads what the attributes and the location of `pattern` say.
PatternInfo getPatternInfo(mlir::pdl::PatternOp pattern);

} // namespace pdll

#endif // PDLL_PATTERNS_PATTERNINFO_H
