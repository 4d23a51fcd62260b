// Removes redundant checks from lowered patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/InterpSimplification.h"

#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace pdll;

namespace {

enum class Part { Operands, Results };

/// An operation of the match has at least that many operands or results.
struct Count {
  Value op;
  Part part;
  uint64_t minimum;
};

/// Finds checks whose outcome is known.
class NullCheckFinder {
public:
  explicit NullCheckFinder(DominanceInfo &dominance) : dominance(dominance) {}

  void visit(Region &region);
  ArrayRef<pdl_interp::IsNotNullOp> getFound() const { return found; }

private:
  void visit(Block &block);
  void learn(Block &block);
  bool hasAtLeast(Value op, Part part, uint64_t number) const;
  bool isNeverNull(Value value) const;

  DominanceInfo &dominance;
  /// What is known at the block that is visited.
  SmallVector<Count> counts;
  SmallVector<pdl_interp::IsNotNullOp> found;
};

} // namespace

/// Visits each block after the block that dominates it, and with the knowledge
/// of that block.
void NullCheckFinder::visit(Region &region) {
  if (region.hasOneBlock())
    return visit(region.front());
  SmallVector<std::pair<DominanceInfoNode *, size_t>> open{
      {dominance.getRootNode(&region), counts.size()}};
  while (!open.empty()) {
    auto [node, numKnown] = open.pop_back_val();
    counts.truncate(numKnown);
    visit(*node->getBlock());
    for (DominanceInfoNode *child : node->children())
      open.push_back({child, counts.size()});
  }
}

void NullCheckFinder::visit(Block &block) {
  learn(block);
  for (Operation &op : block) {
    if (auto loop = dyn_cast<pdl_interp::ForEachOp>(op)) {
      size_t numKnown = counts.size();
      visit(loop.getRegion());
      counts.truncate(numKnown);
    } else if (auto check = dyn_cast<pdl_interp::IsNotNullOp>(op)) {
      if (isNeverNull(check.getValue()))
        found.push_back(check);
    }
  }
}

/// Adds what is known because there is only one way to `block`.
void NullCheckFinder::learn(Block &block) {
  Block *predecessor = block.getSinglePredecessor();
  if (!predecessor)
    return;
  auto learnFrom = [&](auto check, Part part) {
    if (check.getTrueDest() == &block)
      counts.push_back({check.getInputOp(), part, check.getCount()});
  };
  auto learnFromCases = [&](auto choice, Part part) {
    auto numbers = choice.getCaseValues().template getValues<uint32_t>();
    for (auto [number, target] : llvm::zip(numbers, choice.getCases()))
      if (target == &block)
        counts.push_back({choice.getInputOp(), part, number});
  };
  Operation *terminator = predecessor->getTerminator();
  if (auto check = dyn_cast<pdl_interp::CheckOperandCountOp>(terminator))
    learnFrom(check, Part::Operands);
  else if (auto check = dyn_cast<pdl_interp::CheckResultCountOp>(terminator))
    learnFrom(check, Part::Results);
  else if (auto choice = dyn_cast<pdl_interp::SwitchOperandCountOp>(terminator))
    learnFromCases(choice, Part::Operands);
  else if (auto choice = dyn_cast<pdl_interp::SwitchResultCountOp>(terminator))
    learnFromCases(choice, Part::Results);
}

bool NullCheckFinder::hasAtLeast(Value op, Part part, uint64_t number) const {
  return llvm::any_of(counts, [&](const Count &count) {
    return count.op == op && count.part == part && count.minimum >= number;
  });
}

bool NullCheckFinder::isNeverNull(Value value) const {
  if (auto get = value.getDefiningOp<pdl_interp::GetOperandOp>())
    return hasAtLeast(get.getInputOp(), Part::Operands, get.getIndex() + 1);
  if (auto get = value.getDefiningOp<pdl_interp::GetResultOp>())
    return hasAtLeast(get.getInputOp(), Part::Results, get.getIndex() + 1);
  return false;
}

/// Goes on as if the check had been made.
static void removeCheck(pdl_interp::IsNotNullOp check) {
  Block *block = check->getBlock();
  Block *next = check.getTrueDest();
  if (next->getSinglePredecessor()) {
    check.erase();
    block->getOperations().splice(block->end(), next->getOperations());
    next->erase();
    return;
  }
  OpBuilder builder(check);
  pdl_interp::BranchOp::create(builder, check.getLoc(), next);
  check.erase();
}

/// MLIR's lowering asks of each operand and result of a match whether it is
/// there, after it has asked how many there are.
static void removeNullChecks(ModuleOp module) {
  auto matcher = module.lookupSymbol<pdl_interp::FuncOp>(
      pdl_interp::PDLInterpDialect::getMatcherFunctionName());
  if (!matcher)
    return;
  DominanceInfo dominance(matcher);
  NullCheckFinder finder(dominance);
  finder.visit(matcher.getBody());
  for (pdl_interp::IsNotNullOp check : finder.getFound())
    removeCheck(check);
}

/// Whether all creations by `op` have one result.
static bool hasOneResult(pdl_interp::CreateOperationOp op) {
  return !op.getInferredResultTypes() && op.getInputResultTypes().size() == 1 &&
         isa<pdl::TypeType>(op.getInputResultTypes().front().getType());
}

/// MLIR's lowering replaces by the range of all results of a new operation.
static void getSingleResults(ModuleOp module) {
  module.walk([](pdl_interp::GetResultsOp getAll) {
    auto creation =
        getAll.getInputOp().getDefiningOp<pdl_interp::CreateOperationOp>();
    // Others take a range for something else than a value.
    bool takeEither = llvm::all_of(
        getAll->getUsers(),
        llvm::IsaPred<pdl_interp::CreateOperationOp, pdl_interp::ReplaceOp>);
    if (!creation || getAll.getIndex() || !hasOneResult(creation) ||
        !takeEither)
      return;
    OpBuilder builder(getAll);
    auto get = pdl_interp::GetResultOp::create(
        builder, getAll.getLoc(), pdl::ValueType::get(builder.getContext()),
        creation, /*index=*/0);
    getAll.getResult().replaceAllUsesWith(get);
    getAll.erase();
  });
}

void pdll::simplifyInterp(ModuleOp module) {
  removeNullChecks(module);
  getSingleResults(module);
}
