// What the greedy driver can do with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_OPERATIONKINDS_H
#define PDLL_RUN_OPERATIONKINDS_H

#include "engine/Engine.h"
#include "support/PerName.h"

namespace pdll {

/// What may happen to an operation, as far as its name tells. An operation to
/// which nothing may happen need not be visited. Skipping it has no visible
/// effect.
class OperationKind {
public:
  enum Flag : uint8_t {
    /// A pattern may match it.
    MayMatch = 1,
    /// Matches of it depend on nothing but the definitions within reach.
    IsLocal = 2,
    /// MLIR may fold it, or erase it.
    MayChangeByItself = 4,
    MayFold = 8,
    /// It may be dead when it has no uses.
    MayDie = 16,
    /// It folds to a constant without operands. Folding does not visit it.
    IsConstant = 32
  };
  /// The flags that say why, and how, an operation is visited.
  static constexpr uint8_t visitFlags = MayMatch | IsLocal | MayChangeByItself;

  OperationKind() = default;
  explicit OperationKind(unsigned flags)
      : flags(static_cast<uint8_t>(flags)) {}

  bool has(Flag flag) const { return flags & flag; }
  bool needsVisit() const { return flags & (MayMatch | MayChangeByItself); }
  unsigned getVisitFlags() const { return flags & visitFlags; }

private:
  uint8_t flags = 0;
};

enum class Folding { Off, On };

/// Knows the kinds of all operations that it was asked about. Many operations
/// have few names, so it computes a kind once.
class OperationKinds {
public:
  OperationKinds(const Engine &engine, Folding folding)
      : engine(engine), folding(folding) {}

  OperationKind get(mlir::Operation *op) {
    return kinds.get(op->getName(), [this, op] { return compute(op); });
  }

private:
  OperationKind compute(mlir::Operation *op) const;
  bool mayFold(mlir::Operation *op) const;

  const Engine &engine;
  Folding folding;
  PerName<OperationKind> kinds;
};

} // namespace pdll

#endif // PDLL_RUN_OPERATIONKINDS_H
