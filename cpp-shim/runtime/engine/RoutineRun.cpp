// Matches one pattern, including what its native constraints say.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RoutineRun.h"
#include "engine/NativeCall.h"
#include "patterns/RuntimeGuards.h"

using namespace mlir;
using namespace pdll;

/// The constraints are functions of what they read, so that all of them are one
/// such function.
inline bool RoutineRun::callSet(const PdllInstruction &instruction) {
  const BoundCallSet &set = program.callSets[instruction.a];
  auto number = static_cast<uint32_t>(program.calls.size() + instruction.a);
  return memo.ask(number, set.inputs, set.results, registers, [&] {
    return llvm::all_of(set.instructions, [&](const PdllInstruction &one) {
      return one.opcode == PdllLoadConstant ? loads.loadConstant(one)
                                            : callConstraint(one);
    });
  });
}

bool RoutineRun::execute(const PdllInstruction &instruction) {
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllCallConstraint:
    return callConstraint(instruction);
  case PdllTestBounded:
    return testBounded(instruction);
  default:
    llvm_unreachable("a routine has no such instruction before its rewrite");
  }
}

/// A run may fail because of a constraint, even if that was expected to fail.
bool RoutineRun::callConstraint(const PdllInstruction &call) {
  Expected expected = call.b == 0 ? Expected::Success : Expected::Failure;
  const BoundCall &called = program.calls[call.a];
  Growth *growth = getGrowth();
  bool holds;
  if (called.direct) {
    holds = callDirect(called, call.a, registers, memo, growth, expected);
  } else {
    rewriter->setInsertionPoint(registers.getOperation(0));
    holds = succeeded(callNative(called, registers, *rewriter, memory, growth,
                                 expected)) &&
            !mustStop();
  }
  if (LLVM_UNLIKELY(growth && growth->isExceeded()))
    return reportGrowth();
  return holds;
}

bool RoutineRun::testBounded(const PdllInstruction &test) {
  TypedRegister range{static_cast<PdllKind>(test.kind), test.a};
  auto place = cast<LocationAttr>(
      Attribute::getFromOpaquePointer(program.constants[test.c].pointer));
  return registers.has(range) &&
         isBounded(registers.getLength(test.a),
                   registers.getOperation(0)->getLoc(), place);
}

/// Always returns false.
bool RoutineRun::reportSearch() {
  Operation *op = registers.getOperation(0);
  InFlightDiagnostic error =
      emitError(op->getLoc(), "there are too many ways to match this `")
      << op->getName() << "`: " << infos[*pattern->index].describe()
      << " has looked at more than " << getMaxUsers()
      << " users of values; let the operations of the pattern use each other's "
         "results, so that it finds them without looking for users, or set a "
         "larger `max-searched-users`";
  CurrentRun::failCurrent(error);
  return false;
}

/// Always returns false.
bool RoutineRun::reportGrowth() {
  Operation *op = registers.getOperation(0);
  InFlightDiagnostic error = run->getGrowth().report(op->getLoc());
  error.attachNote(op->getLoc())
      << "while " << infos[*pattern->index].describe() << " matched this `"
      << pattern->root.value_or(op->getName()) << "`";
  CurrentRun::failCurrent(error);
  return false;
}

template const PdllInstruction *pdll::Matching<RoutineRun>::run(uint32_t);
