// Finds constraints that can be remembered together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/FindCallSets.h"
#include "engine/ConstraintMemo.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Walks over the instructions of one routine, up to its rewrite. A register
/// gets its content once in them.
class Finder {
public:
  explicit Finder(BoundProgram &program) : program(program) {}

  void find(uint32_t first);

private:
  /// A set while it is found.
  struct Set {
    SmallVector<TypedRegister> inputs, results;
    size_t numConstants = 0, numCalls = 0;
  };

  bool addConstant(const PdllInstruction &instruction, Set &set);
  bool addCall(const PdllInstruction &instruction, Set &set) const;
  bool isUseful(const Set &set, uint32_t firstCall);
  void replace(uint32_t first, const Set &set);

  BoundProgram &program;
  llvm::SmallDenseSet<uint32_t> constants;
};

} // namespace

void Finder::find(uint32_t first) {
  const std::vector<PdllInstruction> &instructions = program.instructions;
  uint32_t place = first;
  while (instructions[place].opcode != PdllBeginRewrite) {
    Set set;
    uint32_t end = place;
    while (addConstant(instructions[end], set))
      ++end;
    uint32_t firstCall = end;
    while (addCall(instructions[end], set))
      ++end;
    if (isUseful(set, firstCall))
      replace(place, set);
    place = std::max(end, place + 1);
  }
}

/// Adds a load of a constant that is no range.
bool Finder::addConstant(const PdllInstruction &instruction, Set &set) {
  if (instruction.opcode != PdllLoadConstant)
    return false;
  PdllConstantKind kind = program.constants[instruction.b].kind;
  if (kind == PdllConstantIsTypes ||
      !ConstraintMemo::canHold(0, set.results.size() + 1))
    return false;
  set.results.push_back(
      {kind == PdllConstantIsType ? PdllType : PdllAttribute, instruction.a});
  ++set.numConstants;
  constants.insert(instruction.a);
  return true;
}

static bool contains(ArrayRef<TypedRegister> registers, TypedRegister one) {
  return llvm::any_of(registers, [&](TypedRegister other) {
    return other.number == one.number;
  });
}

/// Adds a call of a direct constraint, if the set is small enough to be
/// remembered with it.
bool Finder::addCall(const PdllInstruction &instruction, Set &set) const {
  if (instruction.opcode != PdllCallConstraint)
    return false;
  const BoundCall &call = program.calls[instruction.a];
  if (!call.direct)
    return false;
  Set larger = set;
  for (TypedRegister argument : call.arguments)
    if (!constants.contains(argument.number) &&
        !contains(larger.inputs, argument) &&
        !contains(larger.results, argument))
      larger.inputs.push_back(argument);
  llvm::append_range(larger.results, call.results);
  if (!ConstraintMemo::canHold(larger.inputs.size(), larger.results.size()))
    return false;
  set = std::move(larger);
  ++set.numCalls;
  return true;
}

/// To look at the class of a type takes less time than to remember it.
bool Finder::isUseful(const Set &set, uint32_t firstCall) {
  if (set.numCalls != 1)
    return set.numCalls != 0;
  BoundCall &only = program.calls[program.instructions[firstCall].a];
  return std::exchange(only.isRemembered, false);
}

void Finder::replace(uint32_t first, const Set &set) {
  auto size = static_cast<uint32_t>(set.numConstants + set.numCalls);
  auto instructions = ArrayRef(program.instructions).slice(first, size);
  program.callSets.push_back({instructions.copy(program.memory),
                              ArrayRef(set.inputs).copy(program.memory),
                              ArrayRef(set.results).copy(program.memory)});
  auto index = static_cast<uint32_t>(program.callSets.size() - 1);
  program.instructions[first] = {PdllCallSet, 0, index, size - 1, 0};
}

void pdll::findCallSets(BoundProgram &program) {
  for (const BoundPattern &pattern : program.patterns)
    Finder(program).find(pattern.accepted);
}
