// Rewrites that may use a value before it is computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/LaterValues.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "support/Traits.h"

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

/// Where a rewrite creates operations: in new blocks, or before the root, for
/// which null stands.
class Places {
public:
  /// Goes on to what comes after `op`. Returns false if the rewrite creates
  /// something elsewhere, or if values of one place may not be used in another.
  bool follow(Operation *op);

  Operation *getCurrent() const { return current; }
  /// Whether what `created` creates can be used in `place` from then on.
  bool canUse(Operation *created, Operation *place) const;

private:
  bool followCall(pdl::ApplyNativeRewriteOp call);
  bool followCreation(pdl::OperationOp op);
  bool mayTake(Value region) const;

  Operation *current = nullptr;
  /// The places of what the rewrite creates. That of a block is where the
  /// operation around it will be.
  DenseMap<Operation *, Operation *> places;
};

class RewriteScan {
public:
  RewriteScan(pdl::RewriteOp rewrite, pdl::OperationOp root)
      : body(rewrite.getBody()), root(root), ofRoot(root) {}

  bool mayUseLaterValues();

private:
  bool isInRewrite(Operation *op) const { return op->getBlock() == body; }
  bool mayUseLaterValues(Operation *op) const;
  bool mayBeLater(Value value, const Dependencies &known, bool followsRoot,
                  Operation *place) const;
  bool mayReplaceByLater(pdl::ReplaceOp op) const;

  Block *body;
  pdl::OperationOp root;
  Dependencies ofRoot;
  Places places;
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

/// Whether a call of a match or of a rewrite returns arguments of a block.
template <typename Call> static bool returnsArguments(Call call) {
  return call.getName() == PDLL_FN_ARGUMENT ||
         call.getName() == PDLL_FN_ARGUMENTS;
}

//===- Places -------------------------------------------------------------===//

bool Places::follow(Operation *op) {
  if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
    return followCall(call);
  auto created = dyn_cast<pdl::OperationOp>(op);
  return !created || followCreation(created);
}

bool Places::followCall(pdl::ApplyNativeRewriteOp call) {
  if (changesPlace(call))
    return false;
  Operation *of = call.getArgs().empty()
                      ? nullptr
                      : call.getArgs().front().getDefiningOp();
  if (call.getName() == PDLL_FN_PLACE) {
    places[call] = current;
  } else if (call.getName() == PDLL_FN_INSERT_AT) {
    current = places.lookup(of);
  } else if (returnsArguments(call)) {
    places[call] = of;
  } else if (call.getName() == PDLL_FN_NEW_BLOCK) {
    // Another block of the same region may be the place.
    bool isNext = current && current->getOperand(0) == call.getArgs().front();
    places[call] = isNext ? places.lookup(current) : current;
    current = call;
  }
  return true;
}

bool Places::followCreation(pdl::OperationOp op) {
  places[op] = current;
  if (countGivenRegions(op) == 0)
    return true;
  std::optional<RegisteredOperationName> name = getRegisteredName(op);
  bool mayBeIsolated = name && (!canQueryTraits(op.getContext()) ||
                                isIsolatedFromAbove(*name));
  return !mayBeIsolated &&
         llvm::all_of(op.getAttributeValues(),
                      [&](Value value) { return mayTake(value); });
}

/// Whether the value of an attribute is none, or a new region all of whose
/// blocks were made for an operation in this place.
bool Places::mayTake(Value value) const {
  auto call = value.getDefiningOp<pdl::ApplyNativeRewriteOp>();
  if (!call || call.getName() != PDLL_FN_NEW_REGION)
    return !value.getDefiningOp<pdl::ApplyNativeConstraintOp>();
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return isa<pdl::OperationOp>(user) || places.lookup(user) == current;
  });
}

bool Places::canUse(Operation *created, Operation *place) const {
  Operation *home = places.lookup(created);
  while (place && place != home)
    place = places.lookup(place);
  return place == home;
}

//===- RewriteScan --------------------------------------------------------===//

/// Whether `value` may be computed after the operation that `known` describes,
/// or cannot be used in `place`. What the rewrite creates comes before that
/// operation if it follows the root.
bool RewriteScan::mayBeLater(Value value, const Dependencies &known,
                             bool followsRoot, Operation *place) const {
  Operation *definition = value.getDefiningOp();
  if (isa<pdl::RangeOp>(definition))
    return llvm::any_of(definition->getOperands(), [&](Value part) {
      return mayBeLater(part, known, followsRoot, place);
    });
  if (auto call = dyn_cast<pdl::ApplyNativeConstraintOp>(definition))
    return returnsArguments(call);
  auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(definition);
  if (call && !returnsArguments(call))
    return false;
  Operation *creator =
      call ? call : dyn_cast_or_null<pdl::OperationOp>(getParent(value));
  return creator && isInRewrite(creator)
             ? !followsRoot || !places.canUse(creator, place)
             : !known.contains(value);
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
    return isInRewrite(by)
               ? !followsRoot || !places.canUse(by, /*place=*/nullptr)
               : !known.contains(by.getOperation());
  return llvm::any_of(op.getReplValues(), [&](Value value) {
    return mayBeLater(value, known, followsRoot, /*place=*/nullptr);
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

bool RewriteScan::mayUseLaterValues(Operation *op) const {
  if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
    return mayReplaceUses(call);
  if (auto replace = dyn_cast<pdl::ReplaceOp>(op))
    return mayReplaceByLater(replace);
  auto created = dyn_cast<pdl::OperationOp>(op);
  return created &&
         llvm::any_of(created.getOperandValues(), [&](Value value) {
           return mayBeLater(value, ofRoot, /*followsRoot=*/true,
                             places.getCurrent());
         });
}

bool RewriteScan::mayUseLaterValues() {
  return llvm::any_of(*body, [&](Operation &op) {
    return mayUseLaterValues(&op) || !places.follow(&op);
  });
}

bool pdll::mayUseLaterValues(pdl::PatternOp pattern) {
  pdl::RewriteOp rewrite = pattern.getRewriter();
  Value root = rewrite.getRoot();
  // Without a root, MLIR chooses one.
  if (!root)
    return true;
  auto op = root.getDefiningOp<pdl::OperationOp>();
  return RewriteScan(rewrite, op).mayUseLaterValues();
}
