// Names of values and blocks that stay the same during a run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_VALUENAMES_H
#define PDLL_REPORT_VALUENAMES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"

namespace pdll {

/// Names values and blocks like MLIR's printer, but keeps the names while
/// patterns change the program: MLIR numbers a function anew each time it
/// prints a part of it. So no two values of a run have the same name, unless
/// they had it at the start, in functions of their own.
class ValueNames {
public:
  /// Takes over the names in `root`. This takes as long as to print it once.
  explicit ValueNames(mlir::Operation *root);

  /// The name of `value`, with `%`. Names it if it is new.
  llvm::StringRef get(mlir::Value value);
  /// The name of `block`, with `^`. Names it if it is new.
  llvm::StringRef get(mlir::Block *block);
  /// Calls `argument` like `value`.
  void share(mlir::BlockArgument argument, mlir::Value value);

  /// What is created at the same address gets names of its own.
  void forget(mlir::Operation *op);
  void forget(mlir::Block *block);

private:
  void take(mlir::Value value, llvm::StringRef name);
  void nameResults(mlir::Operation *op);
  std::string makeUnique(llvm::StringRef name);

  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver texts{allocator};
  llvm::DenseMap<mlir::Value, llvm::StringRef> values;
  llvm::DenseMap<mlir::Block *, llvm::StringRef> blocks;
  /// Names that are not numbers, without `%`.
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> nextSuffix;
  unsigned nextNumber = 0;
  unsigned nextArgument = 0;
  unsigned nextBlock = 0;
};

} // namespace pdll

#endif // PDLL_REPORT_VALUENAMES_H
