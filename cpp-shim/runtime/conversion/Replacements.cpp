// What the patterns of a conversion have replaced.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/Replacements.h"

using namespace mlir;
using namespace pdll;

using Problem = Replacements::Problem;

/// What messages call an operation.
static std::string getName(Operation *op) {
  return ("`" + op->getName().getStringRef() + "`").str();
}

/// Checks the values against the operation alone.
static Problem checkValues(Operation *op, ArrayRef<Value> values) {
  for (Value value : values) {
    if (!value)
      return "it replaces " + getName(op) + " by a value that does not exist";
    if (value.getDefiningOp() == op)
      return "it replaces " + getName(op) + " by its own result";
  }
  return std::nullopt;
}

Problem Replacements::replace(Operation *op, ArrayRef<Value> values) {
  if (Problem problem = checkNotReplaced(op))
    return problem;
  if (values.size() != op->getNumResults())
    return ("it replaces " + Twine(op->getNumResults()) + " results of " +
            getName(op) + " by " + Twine(values.size()) + " values")
        .str();
  SmallVector<SmallVector<Value>> groups;
  for (Value value : values)
    groups.push_back({value});
  return replace(op, groups);
}

Problem Replacements::replace(Operation *op,
                              ArrayRef<SmallVector<Value>> groups) {
  if (Problem problem = checkNotReplaced(op))
    return problem;
  for (ArrayRef<Value> values : groups)
    if (Problem problem = checkValues(op, values))
      return problem;
  if (Problem problem = checkResults(op))
    return problem;
  // Results may come to stand for each other.
  Mark mark = getMark();
  for (auto [result, values] : llvm::zip_equal(op->getResults(), groups)) {
    for (Value value : values) {
      if (Problem problem = checkStandIn(result, value)) {
        rollBack(mark);
        return problem;
      }
    }
    addStandIns(result, values);
  }
  add(op);
  return std::nullopt;
}

Problem Replacements::erase(Operation *op) {
  if (Problem problem = checkNotReplaced(op))
    return problem;
  if (Problem problem = checkResults(op))
    return problem;
  add(op);
  return std::nullopt;
}

Problem Replacements::replaceUses(Value from, Value to) {
  if (!to)
    return "it replaces a value by one that does not exist";
  if (isReplaced(from) || contains(from.getDefiningOp()))
    return "it replaces a value twice";
  if (Problem problem = checkStandIn(from, to))
    return problem;
  addStandIns(from, to);
  return std::nullopt;
}

Problem Replacements::checkNotReplaced(Operation *op) const {
  if (!contains(op))
    return std::nullopt;
  return "it replaces or erases " + getName(op) +
         ", which was replaced or erased before";
}

/// Checks that no result of `op` was replaced alone.
Problem Replacements::checkResults(Operation *op) const {
  for (Value result : op->getResults())
    if (isReplaced(result))
      return "it replaces or erases " + getName(op) +
             "; one of its results was replaced before; replace the whole "
             "operation";
  return std::nullopt;
}

bool Replacements::contains(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (isInOperations.contains(op))
      return true;
  return false;
}

bool Replacements::isReplaced(Value value) const {
  return chains.getEnd(value) != value || divided.contains(value);
}

/// The conversion would follow a circle of stand-ins without end. And nothing
/// can stand in for a result of an erased operation: MLIR would leave null
/// operands, or crash.
Problem Replacements::checkStandIn(Value from, Value to) const {
  SmallVector<Value> waiting{to};
  llvm::DenseSet<Value> checked;
  while (!waiting.empty()) {
    Value end = chains.getEnd(waiting.pop_back_val());
    if (end == from)
      return "it replaces a value by one that was replaced by it before";
    auto found = divided.find(end);
    if (found != divided.end()) {
      if (checked.insert(end).second)
        llvm::append_range(waiting, llvm::reverse(found->second));
      continue;
    }
    Operation *definition = end.getDefiningOp();
    if (contains(definition))
      return "it replaces a value by a result of " + getName(definition) +
             ", which was erased before";
  }
  return std::nullopt;
}

void Replacements::addStandIns(Value from, ValueRange to) {
  if (to.size() == 1)
    return chains.replace(from, to.front());
  divided[from] = llvm::to_vector(to);
  dividedInOrder.push_back(from);
}

void Replacements::add(Operation *op) {
  operations.push_back(op);
  isInOperations.insert(op);
}

void Replacements::rollBack(Mark mark) {
  while (operations.size() > mark.numOperations)
    isInOperations.erase(operations.pop_back_val());
  while (dividedInOrder.size() > mark.numDivided)
    divided.erase(dividedInOrder.pop_back_val());
  chains.rollBack(mark.chains);
}
