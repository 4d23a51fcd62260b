// What the greedy driver can do with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_OPERATIONKINDS_H
#define PDLL_RUN_OPERATIONKINDS_H

#include "engine/Engine.h"

#include <array>

namespace pdll {

/// What may happen to an operation, as far as its name tells. An operation to
/// which nothing may happen need not be visited. Skipping it has no visible
/// effect.
struct OperationKind {
  /// A pattern may match it.
  bool mayMatch : 1;
  /// MLIR may fold it.
  bool mayFold : 1;
  /// It may be dead when it has no uses.
  bool mayDie : 1;
  /// It folds to a constant without operands. Folding does not visit it.
  bool isConstant : 1;

  bool needsVisit() const { return mayMatch || mayFold || mayDie; }
};

enum class Folding { Off, On };

/// Knows the kinds of all operations that it was asked about. Many operations
/// have few names, so it computes a kind once.
class OperationKinds {
public:
  OperationKinds(const Engine &engine, Folding folding)
      : engine(engine), folding(folding) {}

  OperationKind get(mlir::Operation *op) {
    mlir::OperationName name = op->getName();
    const void *key = name.getAsOpaquePointer();
    Recent &slot = recent[(reinterpret_cast<uintptr_t>(key) >> 4) % numRecent];
    if (slot.key != key)
      slot = {key, find(op)};
    return slot.kind;
  }

private:
  static constexpr size_t numRecent = 64;
  struct Recent {
    const void *key = nullptr;
    OperationKind kind = {};
  };

  OperationKind find(mlir::Operation *op);
  OperationKind compute(mlir::Operation *op) const;

  const Engine &engine;
  Folding folding;
  /// The names that were asked about last, each at the place that its address
  /// determines.
  std::array<Recent, numRecent> recent;
  llvm::DenseMap<mlir::OperationName, OperationKind> kinds;
};

} // namespace pdll

#endif // PDLL_RUN_OPERATIONKINDS_H
