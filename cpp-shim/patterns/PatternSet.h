// Patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_PATTERNSET_H
#define PDLL_PATTERNS_PATTERNSET_H

#include "contract/PatternSet.h"
#include "patterns/PatternInfo.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

/// The set is immutable, so that threads may share it. The names of the
/// patterns live as long as it does.
struct PdllPatternSet {
  explicit PdllPatternSet(mlir::MLIRContext *context) : context(context) {}

  mlir::MLIRContext *context;
  mlir::FrozenRewritePatternSet patterns;
  /// What each pattern is, in the order of the pattern files.
  std::vector<pdll::PatternInfo> infos;
  llvm::DenseMap<const mlir::Pattern *, size_t> indices;
  /// The operations that patterns begin with.
  llvm::DenseSet<mlir::OperationName> roots;
  /// Whether some pattern begins with operations of any name.
  bool hasAnyRoot = false;
  /// Whether the conversion driver can apply it.
  bool canConvert = false;

  /// Whether a pattern can match `op`.
  bool mayMatch(mlir::Operation *op) const {
    return hasAnyRoot || roots.contains(op->getName());
  }

  /// Whether `pattern` comes from a pattern file. Conversions have others.
  bool contains(const mlir::Pattern &pattern) const {
    return !canConvert || indices.contains(&pattern);
  }
  size_t getIndex(const mlir::Pattern &pattern) const {
    return indices.lookup(&pattern);
  }
  const pdll::PatternInfo &getInfo(const mlir::Pattern &pattern) const {
    return infos[getIndex(pattern)];
  }
};

#endif // PDLL_PATTERNS_PATTERNSET_H
