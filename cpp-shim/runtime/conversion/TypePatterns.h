// Patterns that say what types become.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_TYPEPATTERNS_H
#define PDLL_CONVERSION_TYPEPATTERNS_H

#include "contract/Pass.h"
#include "conversion/Conversion.h"
#include "report/RunRecord.h"

namespace pdll {

/// The patterns of a set whose root is called `pdll.convert_type`. One run of a
/// conversion asks them what types become, and remembers what they say.
class TypePatterns {
public:
  /// Types; nothing if no pattern says them.
  using Answer = std::optional<llvm::SmallVector<mlir::Type>>;

  /// All outlive it. `record` may be null.
  TypePatterns(mlir::Operation *root, const PdllPatternSet &set,
               const PdllDriverOptions &options, RunRecord *record);

  /// Those of the conversion that runs on this thread, or null.
  static TypePatterns *getCurrent();

  /// What types are converted with; null if types stay as they are.
  const mlir::TypeConverter *getConverter() const;

  /// Adds what `type` becomes. Returns nothing if no pattern says it, and
  /// failure if one cannot, which has been reported and makes the run fail.
  std::optional<mlir::LogicalResult>
  convert(mlir::Type type, llvm::SmallVectorImpl<mlir::Type> &types);

  /// The pattern that runs on this thread says what its type becomes. Returns
  /// false if nobody has asked it.
  static bool setConverted(mlir::TypeRange types);

  const PatternTotals &getTotals() const { return totals; }
  /// Adds what they did to the record. Call this when the run is over.
  void finish();

private:
  mlir::LogicalResult checkNesting(mlir::Type type) const;
  mlir::LogicalResult ask(mlir::Type type);

  mlir::Operation *root;
  const PdllPatternSet &set;
  const PdllDriverOptions &options;
  /// Null if the set has no such patterns.
  std::optional<mlir::OperationName> name;
  llvm::DenseMap<mlir::Type, Answer> answers;
  /// The types that are being converted, and the answers so far. A pattern may
  /// ask for the parts of its type.
  llvm::SmallVector<std::pair<mlir::Type, Answer>> asked;
  PatternTotals totals;
  RunRecord *record;
  /// Counts what the patterns did. They are not steps of a trace, because they
  /// change nothing.
  std::optional<RunRecord> counts;
};

} // namespace pdll

#endif // PDLL_CONVERSION_TYPEPATTERNS_H
