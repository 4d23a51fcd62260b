// What the greedy driver can do with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/OperationKinds.h"
#include "support/Traits.h"

#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pdll;

/// Whether MLIR may find that an operation is dead. It asks for its effects.
static bool mayDie(Operation *op) {
  return op->isRegistered() && !isTerminator(op->getName()) &&
         (isa<MemoryEffectOpInterface>(op) ||
          hasRecursiveMemoryEffects(op->getName()));
}

/// Whether MLIR itself defines the operation, without a fold. Only the names
/// tell: every registered operation has a hook for folding. After each rewrite,
/// the driver lists the operations around it, most often these.
static bool isNeverFolded(OperationName name) {
  static constexpr StringLiteral names[] = {
      "builtin.module", "func.func", "gpu.func", "gpu.module", "llvm.func"};
  return llvm::is_contained(names, name.getStringRef()) &&
         !name.getDialect()->getRegisteredInterface<DialectFoldInterface>();
}

OperationKind OperationKinds::find(Operation *op) {
  auto [found, isNew] = kinds.try_emplace(op->getName());
  if (isNew)
    found->second = compute(op);
  return found->second;
}

OperationKind OperationKinds::compute(Operation *op) const {
  OperationKind kind = {};
  kind.mayMatch = engine.mayMatch(op);
  if (op->isRegistered()) {
    kind.isConstant = isConstantLike(op->getName());
    kind.mayFold = folding == Folding::On && !kind.isConstant &&
                   !isNeverFolded(op->getName());
    kind.mayDie = mayDie(op);
  } else {
    // A dialect may fold operations that it does not define.
    kind.mayFold = folding == Folding::On && op->getDialect();
  }
  return kind;
}
