// The operations that the greedy driver has yet to visit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_WORKLIST_H
#define PDLL_RUN_WORKLIST_H

#include "contract/Pass.h"
#include "run/OperationKinds.h"
#include "run/OperationMarks.h"
#include "support/OperationPrefetch.h"

#include "llvm/ADT/PointerIntPair.h"

namespace pdll {

/// Holds the operations that the greedy driver has yet to visit in a round, in
/// the order of MLIR's driver: first what was pushed last, then the operations
/// that the round began with. An operation is listed once, and keeps its place
/// when it is pushed again.
///
/// Operations that need no visit are never listed. Operations outside of the
/// scope are not either.
class Worklist {
public:
  /// What the driver visits.
  struct Visited {
    mlir::Operation *op;
    /// What matters of it for a visit.
    OperationKind kind;
    OperationMarks::Marks marks;
  };

  /// With a strictness other than any, only some operations are ever listed:
  /// those that are there now, and perhaps new ones.
  Worklist(OperationKinds &kinds, OperationMarks &marks, mlir::Region &scope,
           PdllStrictness strictness);

  /// `op` is new, or was moved.
  void pushInserted(mlir::Operation *op) {
    if (LLVM_UNLIKELY(strictness == PdllStrictnessExistingAndNew))
      admitted->insert(op);
    if (op->getNumRegions() != 0)
      notifyBlocksMoved();
    push(op);
  }

  /// Begins a round, with an empty list that is filled in visiting order.
  void beginFilling();
  /// Appends an operation that the list cannot hold yet, unless it was pushed
  /// in this round.
  void append(mlir::Operation *op, OperationKind kind) {
    if (!mayList(op, kind))
      return;
    if (!knowsMembers || mark(op))
      initial.emplace_back(op, kind.getVisitFlags());
  }
  /// The list is filled. `Backwards` if it was filled from the end.
  enum class Order { Forwards, Backwards };
  void endFilling(Order order);

  /// Lists `op`, and then the operations around it, unless it was erased, so
  /// that it is in no block. Most operations that are pushed are never listed,
  /// or are listed already, which takes less time to see than a call.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void push(mlir::Operation *op) {
    mlir::Block *block = op->getBlock();
    if (block && block == blockOfPushed)
      pushOne(op);
    else
      pushWithAncestors(op);
  }
  /// Whether to push `op` has no effect now. May say no if that is so.
  bool isPushedInVain(mlir::Operation *op) {
    mlir::Block *block = op->getBlock();
    return block && block == blockOfPushed && !mayList(op, kinds.get(op));
  }
  /// `op` is about to be destroyed.
  void remove(mlir::Operation *op) {
    if (op->getNumRegions() != 0)
      notifyBlocksMoved();
    if (LLVM_UNLIKELY(admitted.has_value()))
      admitted->erase(op);
    if (LLVM_UNLIKELY(!knowsMembers))
      learnMembers();
    // Another operation may have its address next.
    marks.clear(op);
  }
  /// Other operations may be around some blocks than before.
  void notifyBlocksMoved() {
    blockOfPushed = nullptr;
    blocksInNothing.clear();
  }
  /// Takes the next operation from the list. Returns nothing at its end.
  std::optional<Visited> pop() {
    if (isAroundListed)
      blockOfPushed = nullptr;
    while (!pushed.empty()) {
      Visited visited = look(pushed.back());
      pushed.pop_back();
      if (visited.marks.take(OperationMarks::Listed))
        return visited;
    }
    while (next != end) {
      prefetch();
      Visited visited = look(*next++);
      if (!knowsMembers || visited.marks.take(OperationMarks::Listed))
        return visited;
    }
    return std::nullopt;
  }

private:
  /// An operation, and the flags of its kind for a visit.
  using Entry = llvm::PointerIntPair<mlir::Operation *, 3>;

  bool mayList(mlir::Operation *op, OperationKind kind) const {
    return kind.needsVisit() && (!admitted || admitted->contains(op));
  }
  void pushOne(mlir::Operation *op) {
    OperationKind kind = kinds.get(op);
    if (mayList(op, kind) && !(knowsMembers && isListed(op)))
      list(op, kind);
  }
  bool isListed(mlir::Operation *op) {
    return marks.get(op).has(OperationMarks::Listed);
  }
  void list(mlir::Operation *op, OperationKind kind);
  void pushWithAncestors(mlir::Operation *op);
  void learnBlocks(llvm::ArrayRef<mlir::Operation *> path);
  void learnMembers();
  /// Filling the list has driven the first operations out of the cache.
  void prefetch() const {
    constexpr ptrdiff_t places = 8;
    if (end - next > places)
      prefetchOperation(next[places].getPointer());
  }
  Visited look(Entry entry) {
    mlir::Operation *op = entry.getPointer();
    return {op, OperationKind(entry.getInt()), marks.get(op)};
  }
  /// Returns whether `op` was not listed before.
  bool mark(mlir::Operation *op) {
    return marks.get(op).add(OperationMarks::Listed);
  }

  OperationKinds &kinds;
  OperationMarks &marks;
  mlir::Region &scope;
  PdllStrictness strictness;
  /// The operations that may be listed, unless all may.
  std::optional<llvm::DenseSet<mlir::Operation *>> admitted;

  /// What the round began with.
  std::vector<Entry> initial;
  bool isFilling = false;
  /// What is left of it when it is filled.
  const Entry *next = nullptr;
  const Entry *end = nullptr;
  /// What was pushed, the last at the end.
  std::vector<Entry> pushed;
  /// A block in the scope, whose operations need no more than to be pushed
  /// themselves: the operations around them are listed, or are never listed.
  /// Null if there is no such block.
  mlir::Block *blockOfPushed = nullptr;
  /// Whether an operation around that block is listed.
  bool isAroundListed = false;
  /// Blocks in the scope around which there are only operations that are never
  /// listed. Without them, each change in a nested region would look at all that
  /// is around it.
  llvm::DenseSet<mlir::Block *> blocksInNothing;
  /// Whether the operations that are listed have a mark. An entry of a vector
  /// without one was removed. A new operation at the address of a removed one
  /// cannot be confused with it: its entry is on top of the old one, and when
  /// that is popped, there is no mark any more.
  ///
  /// A round that changes nothing pushes nothing, so it marks nothing: marks
  /// are made with the first push.
  bool knowsMembers = false;
};

} // namespace pdll

#endif // PDLL_RUN_WORKLIST_H
