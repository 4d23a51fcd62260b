// Finds the values that the rest of a rewrite uses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/FindUsedLater.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Walks over the instructions of a rewrite.
class UseFinder {
public:
  explicit UseFinder(const BoundProgram &program) : program(program) {}

  void visit(const PdllInstruction &instruction);

  /// What was found, each once.
  SmallVector<TypedRegister> used;

private:
  void use(TypedRegister typed);
  void use(ArrayRef<TypedRegister> typed) {
    for (TypedRegister one : typed)
      use(one);
  }

  const BoundProgram &program;
  /// The registers that are set here, or are known to be used.
  llvm::SmallDenseSet<uint32_t> known;
};

} // namespace

void UseFinder::use(TypedRegister typed) {
  bool isOfValues = typed.kind == PdllValue || typed.kind == PdllValueRange;
  if (isOfValues && known.insert(typed.number).second)
    used.push_back(typed);
}

void UseFinder::visit(const PdllInstruction &instruction) {
  uint32_t target = instruction.a;
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllLoadType:
    return use({PdllValue, instruction.b});
  case PdllLoadTypes:
    return use({PdllValueRange, instruction.b});
  case PdllMakeRange:
    use(program.lists[instruction.b]);
    break;
  case PdllCreate:
    return use(program.creations[instruction.b].operands);
  case PdllInline:
    use(program.inlines[instruction.c].values);
    break;
  case PdllReplaceByValues:
    return use(program.lists[instruction.b]);
  case PdllCallRewrite: {
    const BoundCall &call = program.calls[instruction.a];
    use(call.arguments);
    for (TypedRegister result : call.results)
      known.insert(result.number);
    return;
  }
  case PdllLoadRest:
  case PdllLoadArgument:
  case PdllLoadArguments:
  case PdllTakeResult:
  case PdllTakeGroup:
    break;
  default:
    return;
  }
  known.insert(target);
}

ArrayRef<TypedRegister> pdll::findUsedLater(BoundProgram &program,
                                            const PdllInstruction *next) {
  UseFinder finder(program);
  for (; next->opcode != PdllEndRewrite; ++next)
    finder.visit(*next);
  return ArrayRef(finder.used).copy(program.memory);
}
