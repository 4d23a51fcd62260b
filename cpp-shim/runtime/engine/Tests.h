// The instructions that test registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_TESTS_H
#define PDLL_ENGINE_TESTS_H

#include "engine/Loads.h"

namespace pdll {

/// Executes tests that depend on the IR alone. Each function returns whether
/// its test holds, and none holds of what does not exist.
class Tests {
public:
  Tests(const BoundProgram &program, const Registers &registers)
      : program(program), registers(registers) {}

  bool testName(const PdllInstruction &test) const {
    mlir::Operation *op = registers.getOperation(test.a);
    return op &&
           op->getName().getAsOpaquePointer() == program.operationNames[test.b];
  }

  bool testCount(const PdllInstruction &test) const {
    mlir::Operation *op = registers.getOperation(test.a);
    return op && getCount(op, test) == test.b;
  }

  bool testCountAtLeast(const PdllInstruction &test) const {
    mlir::Operation *op = registers.getOperation(test.a);
    return op && getCount(op, test) >= test.b;
  }

  bool testLayout(const PdllInstruction &test) const {
    mlir::Operation *op = registers.getOperation(test.a);
    return op && program.layouts[test.b].fits(op);
  }

  bool testConstant(const PdllInstruction &test) const {
    return registers.get(test.a) == program.constants[test.b].pointer;
  }

  bool testTypes(const PdllInstruction &test) const {
    return registers.hasRange(test.a) &&
           registers.getTypes(test.a) == program.constants[test.b].getTypes();
  }

  bool testResultNumber(const PdllInstruction &test) const {
    auto result =
        llvm::dyn_cast_if_present<mlir::OpResult>(registers.getValue(test.a));
    return result && result.getResultNumber() == test.b;
  }

  bool testInside(const PdllInstruction &test) const {
    mlir::Operation *op = registers.getOperation(test.a);
    return op && op->getBlock() == registers.getBlock(test.b);
  }

  bool testArgument(const PdllInstruction &test) const {
    mlir::Block *block = registers.getBlock(test.b);
    return block && test.c < block->getNumArguments() &&
           registers.getValue(test.a) == block->getArgument(test.c);
  }

  bool testParts(const PdllInstruction &test) const;
  /// The number of the parts that an instruction asks about, if it is smaller
  /// than `limit`, or else `limit`. What they are parts of exists.
  size_t countParts(const PdllInstruction &test, size_t limit) const;
  bool testEqual(const PdllInstruction &test) const;
  bool testDistinct(const PdllInstruction &test) const;
  bool testSurvives(const PdllInstruction &test) const;
  bool testFits(const PdllInstruction &test) const;

private:
  static size_t getCount(mlir::Operation *op, const PdllInstruction &test) {
    return getListLength(op, static_cast<PdllList>(test.kind));
  }

  const BoundProgram &program;
  const Registers &registers;
};

} // namespace pdll

#endif // PDLL_ENGINE_TESTS_H
