// What the match of an operation depends on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Reach.h"

using namespace mlir;
using namespace pdll;

/// Calls `function` for each instruction of the routine up to its rewrite, and
/// returns the first one of that. Stops if `function` returns false, and
/// returns null.
template <typename Function>
static const PdllInstruction *visitMatch(const BoundProgram &program,
                                         const BoundPattern &pattern,
                                         Function function) {
  const PdllInstruction *next = &program.instructions[pattern.whole];
  while (next->opcode != PdllBeginRewrite) {
    if (!function(*next))
      return nullptr;
    next = next->opcode == PdllJump ? &program.instructions[next->a] : next + 1;
  }
  return next;
}

std::optional<unsigned> pdll::findReach(const BoundProgram &program,
                                        const BoundPattern &pattern) {
  // By register: through how many definitions its content was reached. The parts
  // of a routine use the same registers, one part after the other.
  SmallVector<unsigned> steps(pattern.numRegisters, 0);
  unsigned reach = 0;
  auto visit = [&](const PdllInstruction &instruction) {
    switch (static_cast<PdllOpcode>(instruction.opcode)) {
    case PdllLoadDefinition:
      steps[instruction.a] = steps[instruction.b] + 1;
      reach = std::max(reach, steps[instruction.a]);
      return true;
    case PdllLoadFirst:
    case PdllLoadElement:
    case PdllLoadRest:
    case PdllLoadGroup:
    case PdllLoadGroups:
      steps[instruction.a] = steps[instruction.b];
      return true;
    case PdllEachUser:
    case PdllEachInside:
    case PdllLoadRegion:
    case PdllLoadParent:
    case PdllTestParts:
      return false;
    case PdllTestSurvives:
      // Merging constants takes them out of regions, and tells nobody. Nothing
      // that leads to the root is in its regions.
      return instruction.a == 0;
    case PdllCallConstraint:
      return program.calls[instruction.a].isFunctionOfData;
    default:
      return true;
    }
  };
  if (!visitMatch(program, pattern, visit))
    return std::nullopt;
  return reach;
}

bool pdll::callsFunctionsThatChange(const BoundProgram &program,
                                    const BoundPattern &pattern) {
  auto goOn = [](const PdllInstruction &) { return true; };
  const PdllInstruction *next = visitMatch(program, pattern, goOn);
  for (; next->opcode != PdllEndRewrite; ++next)
    if (next->opcode == PdllCallRewrite &&
        !program.calls[next->a].isFunctionOfData)
      return true;
  return false;
}
