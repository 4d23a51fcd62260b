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
/// the driver lists the operations around it, and those that use its results,
/// most often these.
static bool isNeverFolded(OperationName name) {
  static constexpr StringLiteral names[] = {
      "builtin.module", "cf.br",      "func.func",   "func.return",
      "gpu.func",       "gpu.module", "gpu.return",  "llvm.func",
      "llvm.return",    "scf.yield"};
  return llvm::is_contained(names, name.getStringRef()) &&
         !name.getDialect()->getRegisteredInterface<DialectFoldInterface>();
}

OperationKind OperationKinds::compute(Operation *op) const {
  unsigned flags = 0;
  if (engine.mayMatch(op))
    flags |= OperationKind::MayMatch;
  if (engine.isLocal(op))
    flags |= OperationKind::IsLocal;
  if (mayFold(op))
    flags |= OperationKind::MayFold | OperationKind::MayChangeByItself;
  if (mayDie(op))
    flags |= OperationKind::MayDie | OperationKind::MayChangeByItself;
  if (isConstantLike(op->getName()))
    flags |= OperationKind::IsConstant;
  return OperationKind(flags);
}

bool OperationKinds::mayFold(Operation *op) const {
  if (folding == Folding::Off)
    return false;
  // A dialect may fold operations that it does not define.
  if (!op->isRegistered())
    return op->getDialect();
  return !isConstantLike(op->getName()) && !isNeverFolded(op->getName());
}
