// Patterns whose rewrites can be taken back by anybody.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/PlainRewrites.h"

using namespace mlir;
using namespace pdll;

/// Calls `holds` for each instruction up to the rewrite, and returns the first
/// one of that. Stops if it returns false, and returns null.
static const PdllInstruction *
findRewrite(const BoundProgram &program, const BoundPattern &pattern,
            llvm::function_ref<bool(const PdllInstruction &)> holds) {
  const PdllInstruction *next = &program.instructions[pattern.whole];
  while (next->opcode != PdllBeginRewrite) {
    if (!holds(*next))
      return nullptr;
    next = next->opcode == PdllJump ? &program.instructions[next->a] : next + 1;
  }
  return next;
}

static bool isPlainInMatch(const BoundProgram &program,
                           const PdllInstruction &instruction) {
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllEachUser:
  case PdllEachInside:
    return false;
  case PdllCallConstraint: {
    const BoundCall &call = program.calls[instruction.a];
    return call.isFunctionOfData || call.isOfLibrary;
  }
  default:
    return true;
  }
}

static bool isPlainInRewrite(const BoundProgram &program,
                             const PdllInstruction &instruction) {
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllLoadRest:
  case PdllLoadType:
  case PdllLoadTypes:
  case PdllLoadConstant:
  case PdllKeepRange:
  case PdllTakeResult:
  case PdllTakeGroup:
  case PdllMakeRange:
  case PdllReplaceByOperation:
  case PdllReplaceByValues:
  case PdllErase:
    return true;
  case PdllCreate: {
    const BoundCreation &creation = program.creations[instruction.b];
    return creation.given.empty() && !creation.regions;
  }
  case PdllCallRewrite:
    return program.calls[instruction.a].isFunctionOfData;
  default:
    return false;
  }
}

bool pdll::isPlain(const BoundProgram &program, const BoundPattern &pattern) {
  const PdllInstruction *next =
      findRewrite(program, pattern, [&](const PdllInstruction &instruction) {
        return isPlainInMatch(program, instruction);
      });
  if (!next)
    return false;
  for (++next; next->opcode != PdllEndRewrite; ++next)
    if (!isPlainInRewrite(program, *next))
      return false;
  return true;
}

bool pdll::looksAround(const BoundProgram &program,
                       const BoundPattern &pattern) {
  return !findRewrite(program, pattern, [&](const PdllInstruction &step) {
    return step.opcode != PdllCallConstraint ||
           program.calls[step.a].isFunctionOfData;
  });
}
