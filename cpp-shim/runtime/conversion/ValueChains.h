// Which values stand for others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_VALUECHAINS_H
#define PDLL_CONVERSION_VALUECHAINS_H

#include "mlir/IR/Value.h"

namespace pdll {

/// Values that are replaced by each other, one after another, in chains that
/// may be long. All values that become the same one in the end are in one set,
/// so that no chain has to be followed, and the last replacements can be taken
/// back.
class ValueChains {
public:
  /// What `value` becomes in the end: `value` itself if it was not replaced.
  mlir::Value getEnd(mlir::Value value) const;
  /// Replaces `from`, which was not replaced before, by `to`, which does not
  /// become `from`.
  void replace(mlir::Value from, mlir::Value to);

  /// A state to return to.
  size_t getMark() const { return unions.size(); }
  void rollBack(size_t mark);

private:
  /// A value leads a set, or leads to the one that does.
  struct Node {
    /// Null if the value leads its set. The rest says something only then.
    mlir::Value next;
    mlir::Value end;
    size_t size = 1;
  };
  /// Two sets that became one.
  struct Union {
    mlir::Value leader;
    /// The end of its set before.
    mlir::Value formerEnd;
    /// What led the other set.
    mlir::Value formerLeader;
  };

  mlir::Value getLeader(mlir::Value value) const;
  mlir::Value addLeader(mlir::Value value);

  llvm::DenseMap<mlir::Value, Node> nodes;
  llvm::SmallVector<Union> unions;
};

} // namespace pdll

#endif // PDLL_CONVERSION_VALUECHAINS_H
