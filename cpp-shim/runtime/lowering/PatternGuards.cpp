// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/PatternGuards.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pdll;

/// The matched operation that `op` erases or replaces, if it does.
static pdl::OperationOp getErasedMatch(Operation &op) {
  if (!isa<pdl::EraseOp, pdl::ReplaceOp>(op))
    return pdl::OperationOp();
  auto erased = op.getOperand(0).getDefiningOp<pdl::OperationOp>();
  bool isMatched = erased && erased->getBlock() != op.getBlock();
  return isMatched ? erased : pdl::OperationOp();
}

void pdll::requireDistinct(pdl::PatternOp pattern) {
  SmallVector<pdl::OperationOp> erased;
  for (Operation &op : *pattern.getRewriter().getBody())
    if (pdl::OperationOp match = getErasedMatch(op))
      erased.push_back(match);
  OpBuilder builder(pattern.getRewriter());
  for (size_t index = 0; index < erased.size(); ++index) {
    pdl::OperationOp first = erased[index];
    for (pdl::OperationOp second : llvm::drop_begin(erased, index + 1)) {
      std::optional<StringRef> firstName = first.getOpName();
      std::optional<StringRef> secondName = second.getOpName();
      if (firstName && secondName && *firstName != *secondName)
        continue;
      pdl::ApplyNativeConstraintOp::create(
          builder, pattern.getLoc(), TypeRange(), PDLL_FN_DISTINCT,
          ValueRange{first.getOp(), second.getOp()}, /*isNegated=*/false);
    }
  }
}

namespace {

/// Finds the parts of a match that must outlive an operation that the rewrite
/// erases.
class SurvivalGuard {
public:
  explicit SurvivalGuard(pdl::PatternOp pattern) : pattern(pattern) {}

  /// Makes matches fail in which `erasure`, by erasing or replacing `erased`,
  /// removes something that is needed later.
  void require(pdl::OperationOp erased, Operation *erasure);

private:
  void collect(Operation *user);
  void addCreation();

  pdl::PatternOp pattern;
  /// Matched operations, values and ranges of values.
  llvm::SetVector<Value> needed;
};

} // namespace

/// Whether `value` may end with `erased`, as far as the pattern tells. It tells
/// nothing by what uses what: in a graph region, an operation may use its own
/// results, and so may operations inside of it.
static bool mustBeAsked(pdl::OperationOp erased, Value value) {
  if (value == erased.getOp())
    return false;
  auto op = value.getDefiningOp<pdl::OperationOp>();
  if (!op)
    return true;
  // Two operations of a pattern may match the same one. Only an operation with
  // regions holds others.
  std::optional<StringRef> erasedName = erased.getOpName();
  std::optional<StringRef> opName = op.getOpName();
  if (!erasedName || !opName || *erasedName == *opName)
    return true;
  std::optional<RegisteredOperationName> name = getRegisteredName(erased);
  return !name || !hasZeroRegions(*name);
}

void SurvivalGuard::require(pdl::OperationOp erased, Operation *erasure) {
  needed.clear();
  if (isa<pdl::ReplaceOp>(erasure))
    collect(erasure);
  for (Operation *op = erasure->getNextNode(); op; op = op->getNextNode())
    collect(op);

  OpBuilder builder(pattern.getRewriter());
  for (Value value : needed)
    if (mustBeAsked(erased, value))
      pdl::ApplyNativeConstraintOp::create(
          builder, pattern.getLoc(), TypeRange(), PDLL_FN_SURVIVES,
          ValueRange{erased.getOp(), value}, /*isNegated=*/false);
}

/// Whether things of this type are part of the IR.
static bool canVanish(Type type) {
  if (auto range = dyn_cast<pdl::RangeType>(type))
    type = range.getElementType();
  return isa<pdl::OperationType, pdl::ValueType>(type);
}

/// Adds the parts of the match that `user` needs.
void SurvivalGuard::collect(Operation *user) {
  // It inserts where the root is.
  if (isa<pdl::OperationOp, pdl::ApplyNativeRewriteOp>(user))
    addCreation();
  for (Value operand : user->getOperands()) {
    // The values of a range may vanish after the range is made.
    if (auto range = operand.getDefiningOp<pdl::RangeOp>()) {
      collect(range);
      continue;
    }
    if (isa<pdl::ResultOp, pdl::ResultsOp>(operand.getDefiningOp()))
      operand = operand.getDefiningOp()->getOperand(0);
    if (operand.getParentBlock() == user->getBlock())
      addCreation();
    else if (canVanish(operand.getType()))
      needed.insert(operand);
  }
}

void SurvivalGuard::addCreation() {
  if (Value root = pattern.getRewriter().getRoot())
    needed.insert(root);
}

void pdll::requireSurvival(pdl::PatternOp pattern) {
  for (Operation &op : *pattern.getRewriter().getBody())
    if (pdl::OperationOp erased = getErasedMatch(op))
      SurvivalGuard(pattern).require(erased, &op);
}
