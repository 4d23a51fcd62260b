// The instructions that test registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Tests.h"
#include "patterns/RuntimeGuards.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pdll;

/// Whether `value` is destroyed together with `op`.
static bool isDefinedBy(Value value, Operation *op) {
  Operation *owner = value.getDefiningOp();
  if (op->getNumRegions() == 0)
    return owner == op;
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  return owner && op->isAncestor(owner);
}

bool Tests::testEqual(const PdllInstruction &test) const {
  auto kind = static_cast<PdllKind>(test.kind);
  if (!registers.has({kind, test.a}) || !registers.has({kind, test.b}))
    return false;
  if (kind == PdllValueRange)
    return llvm::equal(registers.getValues(test.a),
                       registers.getValues(test.b));
  if (kind == PdllTypeRange)
    return registers.getTypes(test.a) == registers.getTypes(test.b);
  return registers.get(test.a) == registers.get(test.b);
}

template <typename List> static size_t countUpTo(List &list, size_t limit) {
  size_t count = 0;
  for (auto next = list.begin(); next != list.end() && count < limit; ++next)
    ++count;
  return count;
}

size_t Tests::countParts(const PdllInstruction &test, size_t limit) const {
  switch (static_cast<PdllParts>(test.kind)) {
  case PdllRegions:
    return std::min<size_t>(registers.getOperation(test.a)->getNumRegions(),
                            limit);
  case PdllBlocks:
    return countUpTo(*registers.getRegion(test.a), limit);
  case PdllArguments:
    return std::min<size_t>(registers.getBlock(test.a)->getNumArguments(),
                            limit);
  case PdllOperations:
    return countUpTo(*registers.getBlock(test.a), limit);
  }
  llvm_unreachable("these are all");
}

bool Tests::testParts(const PdllInstruction &test) const {
  return registers.get(test.a) &&
         countParts(test, size_t(test.b) + 1) == test.b;
}

bool Tests::testDistinct(const PdllInstruction &test) const {
  Operation *first = registers.getOperation(test.a);
  Operation *second = registers.getOperation(test.b);
  return first && second && first != second;
}

bool Tests::testSurvives(const PdllInstruction &test) const {
  auto kind = static_cast<PdllKind>(test.kind);
  Operation *erased = registers.getOperation(test.a);
  if (!erased || !registers.has({kind, test.b}))
    return false;
  auto survives = [&](Value value) {
    return !value || !isDefinedBy(value, erased);
  };
  switch (kind) {
  case PdllOperation:
    return !erased->isAncestor(registers.getOperation(test.b));
  case PdllValue:
    return survives(registers.getValue(test.b));
  case PdllValueRange:
    return llvm::all_of(registers.getValues(test.b), survives);
  case PdllAttribute:
  case PdllType:
  case PdllTypeRange:
    return true;
  }
  llvm_unreachable("these are all");
}

bool Tests::testFits(const PdllInstruction &test) const {
  Attribute attribute = registers.getAttribute(test.a);
  auto operation =
      OperationName::getFromOpaquePointer(program.operationNames[test.b]);
  return attribute &&
         fits(*operation.getRegisteredInfo(), program.names[test.c], attribute);
}
