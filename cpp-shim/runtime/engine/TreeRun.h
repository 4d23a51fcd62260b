// Finds the patterns that match an operation by its structure.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_TREERUN_H
#define PDLL_ENGINE_TREERUN_H

#include "engine/Matching.h"

namespace pdll {

/// Runs the tree of a program for one operation after another. Alternatives
/// that can only lead to patterns which come after one that certainly rewrites
/// are left out.
class TreeRun : Matching<TreeRun> {
public:
  explicit TreeRun(const BoundProgram &program)
      : Matching(program, program.numTreeRegisters) {}

  /// The ranks of the patterns whose structure matches, in ascending order. The
  /// list is valid up to the next call. `root` is the entry of the operation's
  /// name among the roots, or null.
  llvm::ArrayRef<uint32_t> find(mlir::Operation *op, const Tables::Entry *root);

private:
  friend Matching<TreeRun>;

  bool execute(const PdllInstruction &instruction);
  bool callSet(const PdllInstruction &) {
    llvm_unreachable("a tree calls no functions");
  }
  bool isUseless(uint32_t bound) const { return bound > bestCertain; }
  bool mustStop() const { return false; }
  /// A tree looks at no users.
  bool maySearch(size_t) const { return true; }

  void accept(uint32_t rank);

  llvm::SmallVector<uint32_t, 8> accepted;
  /// The best accepted rank of a pattern that certainly rewrites.
  uint32_t bestCertain = PDLL_NONE;
};

} // namespace pdll

#endif // PDLL_ENGINE_TREERUN_H
