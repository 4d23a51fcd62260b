// The order of operations in blocks that change.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/OperationOrder.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Neighbours in a block that are to be numbered.
struct Neighbours {
  explicit Neighbours(Operation *op) : first(op), last(op) {}

  /// Each grows by one operation, and returns false at the end of the block.
  bool growBackwards();
  bool growForwards();
  /// Grows to twice the length. Returns false if that is the whole block.
  bool grow();

  Operation *first;
  Operation *last;
  uint64_t count = 1;
};

} // namespace

bool Neighbours::growBackwards() {
  Operation *previous = first->getPrevNode();
  if (previous)
    first = previous;
  count += previous != nullptr;
  return previous;
}

bool Neighbours::growForwards() {
  Operation *next = last->getNextNode();
  if (next)
    last = next;
  count += next != nullptr;
  return next;
}

bool Neighbours::grow() {
  bool grows = false;
  for (uint64_t missing = (count + 1) / 2; missing != 0; --missing) {
    bool backwards = growBackwards();
    bool forwards = growForwards();
    grows |= backwards || forwards;
  }
  return grows;
}

void OperationOrder::number(Operation *op) {
  if (numbers.contains(op))
    return;
  Neighbours run(op);
  auto isNew = [&](Operation *other) {
    return other && !numbers.contains(other);
  };
  while (isNew(run.first->getPrevNode()))
    run.growBackwards();
  while (isNew(run.last->getNextNode()))
    run.growForwards();

  // The wider the range, the more room there must be. So ranges grow slowly
  // when operations are inserted at the same place again and again.
  uint64_t low, step;
  do {
    Operation *previous = run.first->getPrevNode();
    Operation *next = run.last->getNextNode();
    low = previous ? numbers.lookup(previous) : 0;
    uint64_t high = next ? numbers.lookup(next) : uint64_t(1) << 62;
    step = high > low ? (high - low) / (run.count + 1) : 0;
  } while (step < run.count && run.grow());

  for (Operation *next = run.first; next != run.last->getNextNode();
       next = next->getNextNode())
    numbers[next] = low += step;
}
