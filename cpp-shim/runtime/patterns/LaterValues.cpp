// Rewrites that may use a value before it is computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/LaterValues.h"
#include "contract/Names.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What a matched operation depends on, directly or not.
class Dependencies {
public:
  explicit Dependencies(pdl::OperationOp op);

  bool contains(Operation *op) const { return operations.contains(op); }
  bool contains(Value value) const;

private:
  DenseSet<Operation *> operations;
  DenseSet<Value> operands;
};

class RewriteScan {
public:
  RewriteScan(pdl::RewriteOp rewrite, pdl::OperationOp root)
      : body(rewrite.getBody()), root(root), ofRoot(root) {}

  bool mayUseLaterValues() const;

private:
  bool isInRewrite(Value value) const { return value.getParentBlock() == body; }
  bool mayBeLater(Value value, const Dependencies &known,
                  bool followsRoot) const;
  bool mayReplaceByLater(pdl::ReplaceOp op) const;

  Block *body;
  pdl::OperationOp root;
  Dependencies ofRoot;
};

} // namespace

/// The operation whose results `value` is or holds, or null.
static Operation *getParent(Value value) {
  Operation *definition = value.getDefiningOp();
  if (isa<pdl::ResultOp, pdl::ResultsOp>(definition))
    return definition->getOperand(0).getDefiningOp();
  return nullptr;
}

Dependencies::Dependencies(pdl::OperationOp op) {
  SmallVector<pdl::OperationOp> worklist{op};
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val().getOperandValues()) {
      operands.insert(operand);
      auto parent = dyn_cast_or_null<pdl::OperationOp>(getParent(operand));
      if (parent && operations.insert(parent).second)
        worklist.push_back(parent);
    }
}

bool Dependencies::contains(Value value) const {
  Operation *parent = getParent(value);
  return operands.contains(value) || (parent && contains(parent));
}

/// Whether `value` may be computed after the place that `known` describes.
/// What the rewrite creates comes before that place if it follows the root.
bool RewriteScan::mayBeLater(Value value, const Dependencies &known,
                             bool followsRoot) const {
  Operation *definition = value.getDefiningOp();
  if (isa<pdl::ApplyNativeConstraintOp, pdl::ApplyNativeRewriteOp>(definition))
    return false;
  if (isa<pdl::RangeOp>(definition))
    return llvm::any_of(definition->getOperands(), [&](Value part) {
      return mayBeLater(part, known, followsRoot);
    });
  Operation *parent = getParent(value);
  bool isCreated = isa_and_nonnull<pdl::OperationOp>(parent) &&
                   isInRewrite(parent->getResult(0));
  return isCreated ? !followsRoot : !known.contains(value);
}

bool RewriteScan::mayReplaceByLater(pdl::ReplaceOp op) const {
  auto replaced = op.getOpValue().getDefiningOp<pdl::OperationOp>();
  if (!replaced || isInRewrite(replaced))
    return false;
  std::optional<Dependencies> ofOther;
  if (replaced != root)
    ofOther.emplace(replaced);
  const Dependencies &known = ofOther ? *ofOther : ofRoot;
  bool followsRoot = replaced == root || known.contains(root);
  Value operation = op.getReplOperation();
  if (auto by = operation ? operation.getDefiningOp<pdl::OperationOp>()
                          : pdl::OperationOp())
    return isInRewrite(by) ? !followsRoot : !known.contains(by.getOperation());
  return llvm::any_of(op.getReplValues(), [&](Value value) {
    return mayBeLater(value, known, followsRoot);
  });
}

/// A native rewrite without results is called for its effects, which may be on
/// uses: `ReplaceUses(x, y)`.
static bool mayReplaceUses(pdl::ApplyNativeRewriteOp op) {
  auto isValue = [](Value argument) {
    return !isa<pdl::AttributeType, pdl::TypeType>(argument.getType());
  };
  return op.getNumResults() == 0 && llvm::count_if(op.getArgs(), isValue) > 1;
}

bool RewriteScan::mayUseLaterValues() const {
  return llvm::any_of(*body, [&](Operation &op) {
    if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
      return mayReplaceUses(call);
    if (auto replace = dyn_cast<pdl::ReplaceOp>(op))
      return mayReplaceByLater(replace);
    auto created = dyn_cast<pdl::OperationOp>(op);
    return created &&
           llvm::any_of(created.getOperandValues(), [&](Value value) {
             return mayBeLater(value, ofRoot, /*followsRoot=*/true);
           });
  });
}

/// Whether a pattern mentions a region: what is in it cannot be used everywhere.
static bool mentionsRegions(pdl::PatternOp pattern) {
  auto isRegion = [](StringRef function) {
    return function == PDLL_FN_REGION || function == PDLL_FN_NEW_REGION;
  };
  auto matches = pattern.getBodyRegion().getOps<pdl::ApplyNativeConstraintOp>();
  auto builds = pattern.getRewriter()
                    .getBodyRegion()
                    .getOps<pdl::ApplyNativeRewriteOp>();
  auto isMatch = [&](pdl::ApplyNativeConstraintOp op) {
    return isRegion(op.getName());
  };
  auto isBuild = [&](pdl::ApplyNativeRewriteOp op) {
    return isRegion(op.getName());
  };
  return llvm::any_of(matches, isMatch) || llvm::any_of(builds, isBuild);
}

bool pdll::mayUseLaterValues(pdl::PatternOp pattern) {
  if (mentionsRegions(pattern))
    return true;
  pdl::RewriteOp rewrite = pattern.getRewriter();
  Value root = rewrite.getRoot();
  // Without a root, MLIR chooses one.
  if (!root)
    return true;
  auto op = root.getDefiningOp<pdl::OperationOp>();
  return RewriteScan(rewrite, op).mayUseLaterValues();
}
