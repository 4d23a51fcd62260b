// Finds instructions that can be executed as one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/FuseSteps.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Instructions that follow each other, and the one for all of them.
struct Fusion {
  PdllOpcode fused;
  size_t numSteps;
  PdllOpcode steps[3];

  ArrayRef<PdllOpcode> getSteps() const { return {steps, numSteps}; }
};

} // namespace

/// Longer ones come first.
static constexpr Fusion fusions[] = {
    {PdllTestNameAndCounts, 3, {PdllTestName, PdllTestCount, PdllTestCount}},
    {PdllLoadOnlyBlock, 3, {PdllLoadRegion, PdllTestParts, PdllLoadBlock}},
    {PdllTestNameAndCount, 2, {PdllTestName, PdllTestCount}},
    {PdllTestCounts, 2, {PdllTestCount, PdllTestCount}},
    {PdllLoadElementDefinition, 2, {PdllLoadElement, PdllLoadDefinition}},
    {PdllLoadElementTestArgument, 2, {PdllLoadElement, PdllTestArgument}},
};

static bool beginsWith(ArrayRef<PdllInstruction> rest,
                       ArrayRef<PdllOpcode> steps) {
  return rest.size() >= steps.size() &&
         llvm::all_of(llvm::zip(rest, steps), [](auto pair) {
           auto &[instruction, opcode] = pair;
           return instruction.opcode == opcode;
         });
}

/// Whether three such instructions load the only block of a region.
static bool loadOnlyBlock(ArrayRef<PdllInstruction> steps) {
  uint32_t region = steps[0].a;
  return steps[1].kind == PdllBlocks && steps[1].a == region &&
         steps[1].b == 1 && steps[2].b == region && steps[2].c == 0;
}

void pdll::fuseSteps(BoundProgram &program) {
  MutableArrayRef<PdllInstruction> rest = program.instructions;
  while (!rest.empty()) {
    const Fusion *found = llvm::find_if(fusions, [&](const Fusion &fusion) {
      return beginsWith(rest, fusion.getSteps()) &&
             (fusion.fused != PdllLoadOnlyBlock || loadOnlyBlock(rest));
    });
    bool isFused = found != std::end(fusions);
    if (isFused)
      rest[0].opcode = found->fused;
    rest = rest.drop_front(isFused ? found->numSteps : 1);
  }
}
