// What a plain conversion does with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_PLAINNAMES_H
#define PDLL_CONVERSION_PLAINNAMES_H

#include "conversion/Conversion.h"
#include "engine/Engine.h"
#include "support/PerName.h"

namespace pdll {

/// The maximum number of patterns, one after the other, that make operations
/// legal. Each uses more of the stack.
constexpr unsigned maxPlainDepth = 100;

/// What the name of an operation tells about its conversion.
struct PlainName {
  enum Legality : uint8_t { Legal, Illegal, Dynamic, Unknown };

  Legality legality = Unknown;
  bool mayFold = false;
  bool hasPatterns = false;
  /// Whether the patterns are plain, and MLIR tries them by their ranks.
  bool isPlain = false;
  /// Whether nothing can happen to such an operation.
  bool stays = false;
};

/// Knows what names tell. Many operations have few names, so it finds that out
/// once for each.
class PlainNames {
public:
  /// Both outlive it.
  PlainNames(const Engine &engine, const PdllConversion &conversion, bool folds)
      : engine(engine), conversion(conversion), folds(folds) {}

  PlainName get(mlir::Operation *op) {
    return names.get(op->getName(), [this, op] { return compute(op); });
  }

private:
  /// How many patterns, one after the other, make operations of a name legal.
  /// There is no such number if they are too many or lead in a circle, or if
  /// MLIR tries patterns in another order than that of their ranks.
  using Depth = std::optional<unsigned>;

  PlainName compute(mlir::Operation *op);
  bool mayFold(mlir::Operation *op) const;
  Depth getDepth(mlir::OperationName name);
  Depth computeDepth(mlir::OperationName name);
  Depth computeDepth(const BoundPattern &pattern);

  const Engine &engine;
  const PdllConversion &conversion;
  bool folds;
  PerName<PlainName> names;
  llvm::DenseMap<mlir::OperationName, Depth> depths;
  /// The names whose depths are being computed, one for the other.
  unsigned numAsked = 0;
};

} // namespace pdll

#endif // PDLL_CONVERSION_PLAINNAMES_H
