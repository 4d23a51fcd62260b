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
  for (auto [result, values] : llvm::zip_equal(op->getResults(), groups))
    for (Value value : values)
      if (Problem problem = checkStandIn(result, value))
        return problem;
  for (auto [result, values] : llvm::zip_equal(op->getResults(), groups))
    addStandIns(result, values);
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
  if (standIns.contains(from) || contains(from.getDefiningOp()))
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
    if (standIns.contains(result))
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

/// The conversion would follow a circle of stand-ins without end. And nothing
/// can stand in for a result of an erased operation: MLIR would leave null
/// operands, or crash.
Problem Replacements::checkStandIn(Value from, Value to) const {
  if (to == from)
    return "it replaces a value by one that was replaced by it before";
  auto found = standIns.find(to);
  if (found != standIns.end()) {
    for (Value value : found->second)
      if (Problem problem = checkStandIn(from, value))
        return problem;
    return std::nullopt;
  }
  Operation *definition = to.getDefiningOp();
  if (!contains(definition))
    return std::nullopt;
  return "it replaces a value by a result of " + getName(definition) +
         ", which was erased before";
}

void Replacements::addStandIns(Value from, ValueRange to) {
  standIns[from] = llvm::to_vector<1>(to);
  standInOrder.push_back(from);
}

void Replacements::add(Operation *op) {
  operations.push_back(op);
  isInOperations.insert(op);
}

void Replacements::rollBack(Mark mark) {
  while (operations.size() > mark.numOperations)
    isInOperations.erase(operations.pop_back_val());
  while (standInOrder.size() > mark.numStandIns)
    standIns.erase(standInOrder.pop_back_val());
}
