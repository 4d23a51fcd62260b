// What need not be matched again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_FAILEDMATCHES_H
#define PDLL_RUN_FAILEDMATCHES_H

#include "engine/Engine.h"
#include "run/OperationMarks.h"

namespace pdll {

/// Remembers operations that no pattern matches. The greedy driver comes back
/// to an operation when something around it has changed, and to all of them in
/// the round that confirms the result. If matches depend on nothing but the
/// operation and the definitions within reach, they need not be tried again
/// before one of these changes.
class FailedMatches {
public:
  /// Remembers nothing if functions may change the program behind the driver's
  /// back, or if somebody watches or skips rewrites.
  FailedMatches(const Engine &engine, mlir::MLIRContext *context,
                OperationMarks &marks)
      : marks(marks), reach(engine.getReach()),
        canRemember(!engine.callsFunctionsThatChange() &&
                    !context->hasActionHandler()),
        isComplete(canRemember) {}

  /// Whether no pattern will match the operation with these marks.
  bool contains(OperationMarks::Marks of) const {
    return isComplete && of.has(OperationMarks::Failed);
  }
  /// No pattern has matched it, and all that may are local.
  void add(OperationMarks::Marks to) {
    if (!isComplete)
      return;
    to.add(OperationMarks::Failed);
    credit += creditOfFailure;
  }

  /// `op` has changed, so that matches of it and of what uses its results may
  /// succeed now.
  void notifyChanged(mlir::Operation *op) {
    if (!isComplete)
      return;
    if (credit == 0)
      return forget();
    --credit;
    marks.get(op).take(OperationMarks::Failed);
    if (reach != 0)
      removeUsers(op);
  }
  /// Anything may have changed.
  void forget() { isComplete = false; }

  /// A round begins, in which nothing is listed yet.
  void beginRound();

private:
  /// A round begins with some credit, and gets more for each failure. Each
  /// operation that a change leads to costs one. Without credit, matching again
  /// takes less time than remembering what need not be matched.
  static constexpr unsigned creditOfRound = 1000;
  static constexpr unsigned creditOfFailure = 4;

  /// An operation, and in how many steps its users are within reach.
  struct Changed {
    mlir::Operation *op;
    unsigned steps;
  };

  void removeUsers(mlir::Operation *op);

  OperationMarks &marks;
  unsigned reach;
  bool canRemember;
  /// Whether all marks are right.
  bool isComplete;
  uint64_t credit = 0;
  /// Those whose users are still to be removed.
  llvm::SmallVector<Changed> pending;
};

} // namespace pdll

#endif // PDLL_RUN_FAILEDMATCHES_H
