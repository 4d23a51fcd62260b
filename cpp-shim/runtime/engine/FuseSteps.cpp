// Finds instructions that can be executed as one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/FuseSteps.h"

using namespace mlir;
using namespace pdll;

/// Demands that number, unless one is demanded already.
static bool demand(uint32_t &number, const PdllInstruction &test) {
  if (number != PDLL_NONE)
    return false;
  number = test.b;
  return true;
}

/// Adds a test to a shape, unless the shape has such a test already or `test`
/// is of another kind.
static bool addTest(const PdllInstruction &test, const BoundProgram &program,
                    BoundShape &shape) {
  switch (static_cast<PdllOpcode>(test.opcode)) {
  case PdllTestName:
    if (shape.name)
      return false;
    shape.name = program.operationNames[test.b];
    return true;
  case PdllTestCount:
    return demand(
        test.kind == PdllOperands ? shape.numOperands : shape.numResults, test);
  case PdllTestParts:
    return test.kind == PdllRegions && demand(shape.numRegions, test);
  default:
    return false;
  }
}

/// The number of tests from `rest` on that are about the same operation.
static uint32_t findShape(ArrayRef<PdllInstruction> rest,
                          const BoundProgram &program, BoundShape &shape) {
  uint32_t count = 0;
  while (count < rest.size() && rest[count].a == rest[0].a &&
         addTest(rest[count], program, shape))
    ++count;
  return count;
}

/// The opcode of the fused instruction that begins with the first of `rest`, or
/// its own.
static uint16_t fuse(ArrayRef<PdllInstruction> rest) {
  const PdllInstruction &first = rest[0];
  auto isNext = [&](size_t index, PdllOpcode opcode) {
    return index < rest.size() && rest[index].opcode == opcode;
  };
  if (first.opcode == PdllLoadRegion && isNext(1, PdllTestParts) &&
      isNext(2, PdllLoadBlock) && rest[1].kind == PdllBlocks &&
      rest[1].a == first.a && rest[1].b == 1 && rest[2].b == first.a &&
      rest[2].c == 0)
    return PdllLoadOnlyBlock;
  if (first.opcode != PdllLoadElement || first.kind != PdllOperands)
    return first.opcode;
  if (isNext(1, PdllLoadDefinition) && rest[1].b == first.a)
    return PdllLoadElementDefinition;
  if (isNext(1, PdllTestArgument) && rest[1].a == first.a)
    return PdllLoadElementTestArgument;
  return first.opcode;
}

void pdll::fuseSteps(BoundProgram &program) {
  MutableArrayRef<PdllInstruction> rest = program.instructions;
  while (!rest.empty()) {
    BoundShape shape;
    uint32_t count = findShape(rest, program, shape);
    if (count > 1) {
      program.shapes.push_back(shape);
      auto index = static_cast<uint32_t>(program.shapes.size() - 1);
      rest[0] = {PdllTestShape, 0, rest[0].a, index, count - 1};
    } else {
      rest[0].opcode = fuse(rest);
    }
    rest = rest.drop_front(std::max(count, uint32_t(1)));
  }
}
