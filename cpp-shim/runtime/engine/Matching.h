// Execution of instructions that may fail.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_MATCHING_H
#define PDLL_ENGINE_MATCHING_H

#include "engine/Tests.h"

namespace pdll {

/// Executes the instructions of a match, and goes back to alternatives. The
/// derived class says what happens at the end:
///
/// - `bool execute(const PdllInstruction &)` executes an instruction that this
///   class does not know, and returns whether it holds;
/// - `bool callSet(const PdllInstruction &)` does the same for a PdllCallSet;
/// - `bool isUseless(uint32_t bound)` returns whether an alternative with that
///   bound need not be tried;
/// - `bool mustStop()` is asked after each failure of `execute`;
/// - `bool maySearch(size_t numUsers)` returns whether that many users may be
///   looked at for one operation, or reports that there are too many.
template <typename Derived> class Matching {
public:
  Matching(const Matching &) = delete;
  Matching &operator=(const Matching &) = delete;

protected:
  Matching(const BoundProgram &program, size_t numRegisters)
      : program(program), loads(program, registers), tests(program, registers) {
    registers.reset(numRegisters);
  }

  /// Begins with another operation.
  void begin(mlir::Operation *op) {
    registers.set(0, op);
    alternatives.clear();
    numUsers = 0;
  }

  void addAlternative(uint32_t instruction, uint32_t bound) {
    alternatives.push_back({instruction, bound, nullptr});
  }

  /// Executes instructions from this one on, up to the beginning of a rewrite,
  /// which it returns. Returns null after the last alternative has failed.
  const PdllInstruction *run(uint32_t first);
  /// The same from the last alternative on.
  const PdllInstruction *resume();

  /// The number of users that were looked at for all operations.
  uint64_t getNumSearched() const { return numSearched; }

  const BoundProgram &program;
  Registers registers;
  Loads loads;
  Tests tests;

private:
  /// Where execution goes on after a failure.
  struct Alternative {
    /// The instruction, or an EachUser or EachInside if there is a next operation.
    uint32_t instruction;
    uint32_t bound;
    /// The next use of an EachUser, or the next operation of an EachInside.
    void *next;
  };

  Derived &derived() { return static_cast<Derived &>(*this); }
  const PdllInstruction *goBack();
  const PdllInstruction *next(Alternative &loop);
  const PdllInstruction *jump(const Tables::Entry *entry) const {
    return entry ? &program.instructions[entry->instruction] : nullptr;
  }
  const PdllInstruction *switchName(const PdllInstruction &choice) const;
  const PdllInstruction *switchCount(const PdllInstruction &choice) const;
  const PdllInstruction *switchParts(const PdllInstruction &choice) const;
  void tryAttributes(const PdllInstruction &choice);
  void enterLoop(const PdllInstruction &loop);
  void enterBlock(const PdllInstruction &loop);
  mlir::Operation *advance(Alternative &loop) const;

  llvm::SmallVector<Alternative, 8> alternatives;
  /// The number of users that were looked at for the operation.
  size_t numUsers = 0;
  uint64_t numSearched = 0;
};

template <typename Derived>
const PdllInstruction *Matching<Derived>::run(uint32_t first) {
  const PdllInstruction *place = &program.instructions[first];
  while (true) {
    const PdllInstruction &current = *place++;
    bool holds = false;
    switch (static_cast<PdllOpcode>(current.opcode)) {
    case PdllLoadDefinition:
      holds = loads.loadDefinition(current);
      break;
    case PdllLoadFirst:
      holds = loads.loadFirst(current);
      break;
    case PdllLoadElement:
      holds = loads.loadElement(current);
      break;
    case PdllLoadRest:
      holds = loads.loadRest(current);
      break;
    case PdllLoadGroup:
      holds = loads.loadGroup(current);
      break;
    case PdllLoadGroups:
      holds = loads.loadGroups(current);
      break;
    case PdllLoadAttribute:
      holds = loads.loadAttribute(current);
      break;
    case PdllLoadAttributeType:
      holds = loads.loadAttributeType(current);
      break;
    case PdllLoadType:
      holds = loads.loadType(current);
      break;
    case PdllLoadTypes:
      holds = loads.loadTypes(current);
      break;
    case PdllLoadConstant:
      holds = loads.loadConstant(current);
      break;
    case PdllLoadRegion:
      holds = loads.loadRegion(current);
      break;
    case PdllLoadBlock:
      holds = loads.loadBlock(current);
      break;
    case PdllLoadArgument:
      holds = loads.loadArgument(current);
      break;
    case PdllLoadArguments:
      holds = loads.loadArguments(current);
      break;
    case PdllLoadLast:
      holds = loads.loadLast(current);
      break;
    case PdllLoadParent:
      holds = loads.loadParent(current);
      break;
    case PdllTestName:
      holds = tests.testName(current);
      break;
    case PdllTestCount:
      holds = tests.testCount(current);
      break;
    case PdllTestCountAtLeast:
      holds = tests.testCountAtLeast(current);
      break;
    case PdllTestLayout:
      holds = tests.testLayout(current);
      break;
    case PdllTestConstant:
      holds = tests.testConstant(current);
      break;
    case PdllTestTypes:
      holds = tests.testTypes(current);
      break;
    case PdllTestResultNumber:
      holds = tests.testResultNumber(current);
      break;
    case PdllTestEqual:
      holds = tests.testEqual(current);
      break;
    case PdllTestArgument:
      holds = tests.testArgument(current);
      break;
    case PdllTestParts:
      holds = tests.testParts(current);
      break;
    case PdllTestInside:
      holds = tests.testInside(current);
      break;
    case PdllTestDistinct:
      holds = tests.testDistinct(current);
      break;
    case PdllTestSurvives:
      holds = tests.testSurvives(current);
      break;
    case PdllTestFits:
      holds = tests.testFits(current);
      break;
    case PdllSwitchName:
      place = switchName(current);
      holds = place;
      break;
    case PdllSwitchConstant:
      place = jump(program.tables.find(current.b, registers.get(current.a)));
      holds = place;
      break;
    case PdllSwitchCount:
      place = switchCount(current);
      holds = place;
      break;
    case PdllSwitchParts:
      place = switchParts(current);
      holds = place;
      break;
    case PdllSwitchAttributes:
      // The best alternative is the last one.
      tryAttributes(current);
      break;
    case PdllTry:
      addAlternative(current.a, current.b);
      holds = true;
      break;
    case PdllEachUser:
      // The first user is an alternative, too.
      enterLoop(current);
      break;
    case PdllEachInside:
      enterBlock(current);
      break;
    case PdllJump:
      place = &program.instructions[current.a];
      holds = true;
      break;
    case PdllFail:
      break;
    case PdllCallSet:
      holds = derived().callSet(current);
      place += current.b;
      break;
    case PdllTestNameAndCounts:
      holds = tests.testName(current) && tests.testCount(place[0]) &&
              tests.testCount(place[1]);
      place += 2;
      break;
    case PdllTestNameAndCount:
      holds = tests.testName(current) && tests.testCount(*place++);
      break;
    case PdllTestCounts:
      holds = tests.testCount(current) && tests.testCount(*place++);
      break;
    case PdllLoadOnlyBlock:
      holds = loads.loadOnlyBlock(&current);
      place += 2;
      break;
    case PdllLoadElementDefinition:
      holds = loads.loadElement(current) && loads.loadDefinition(*place++);
      break;
    case PdllLoadElementTestArgument:
      holds = loads.loadElement(current) && tests.testArgument(*place++);
      break;
    case PdllBeginRewrite:
      return &current;
    default:
      holds = derived().execute(current);
      if (!holds && derived().mustStop())
        return nullptr;
      break;
    }
    if (LLVM_LIKELY(holds))
      continue;
    place = goBack();
    if (!place)
      return nullptr;
  }
}

template <typename Derived> const PdllInstruction *Matching<Derived>::resume() {
  const PdllInstruction *place = goBack();
  return place ? run(place - program.instructions.data()) : nullptr;
}

/// The instruction of the last alternative that may be of use, or null.
template <typename Derived> const PdllInstruction *Matching<Derived>::goBack() {
  while (!alternatives.empty()) {
    Alternative &last = alternatives.back();
    if (last.next)
      return next(last);
    Alternative chosen = alternatives.pop_back_val();
    if (!derived().isUseless(chosen.bound))
      return &program.instructions[chosen.instruction];
  }
  return nullptr;
}

/// Goes on with the next user, or the next operation of a block.
template <typename Derived>
const PdllInstruction *Matching<Derived>::next(Alternative &loop) {
  ++numSearched;
  if (!derived().maySearch(++numUsers)) {
    alternatives.clear();
    return nullptr;
  }
  const PdllInstruction *place = &program.instructions[loop.instruction];
  registers.set(place->a, advance(loop));
  if (!loop.next)
    alternatives.pop_back();
  return place + 1;
}

/// Takes the next operation of a loop.
template <typename Derived>
mlir::Operation *Matching<Derived>::advance(Alternative &loop) const {
  if (program.instructions[loop.instruction].opcode == PdllEachInside) {
    auto *op = static_cast<mlir::Operation *>(loop.next);
    loop.next = op->getNextNode();
    return op;
  }
  auto *use = static_cast<mlir::OpOperand *>(loop.next);
  loop.next = std::next(mlir::Value::use_iterator(use)).getOperand();
  return use->getOwner();
}

template <typename Derived>
const PdllInstruction *
Matching<Derived>::switchName(const PdllInstruction &choice) const {
  mlir::Operation *op = registers.getOperation(choice.a);
  return op ? jump(program.tables.find(choice.b,
                                       op->getName().getAsOpaquePointer()))
            : nullptr;
}

template <typename Derived>
const PdllInstruction *
Matching<Derived>::switchCount(const PdllInstruction &choice) const {
  mlir::Operation *op = registers.getOperation(choice.a);
  auto list = static_cast<PdllList>(choice.kind);
  return op ? jump(program.tables.find(choice.b, getListLength(op, list)))
            : nullptr;
}

template <typename Derived>
const PdllInstruction *
Matching<Derived>::switchParts(const PdllInstruction &choice) const {
  return registers.get(choice.a)
             ? jump(program.tables.find(choice.b,
                                        tests.countParts(choice, choice.c)))
             : nullptr;
}

/// Adds an alternative for each attribute that the table has, the best one
/// last.
template <typename Derived>
void Matching<Derived>::tryAttributes(const PdllInstruction &choice) {
  llvm::SmallVector<const Tables::Entry *, 8> found;
  if (mlir::Operation *op = registers.getOperation(choice.a))
    findAttributes(op, program.tables, choice.b, found);
  llvm::sort(found, [](const Tables::Entry *a, const Tables::Entry *b) {
    return a->bound > b->bound;
  });
  for (const Tables::Entry *entry : found)
    addAlternative(entry->instruction, entry->bound);
}

template <typename Derived>
void Matching<Derived>::enterLoop(const PdllInstruction &loop) {
  TypedRegister used{static_cast<PdllKind>(loop.kind), loop.b};
  mlir::Value value = getUsed(registers, used);
  if (!value || value.use_empty())
    return;
  auto place = static_cast<uint32_t>(&loop - program.instructions.data());
  alternatives.push_back({place, /*bound=*/0, value.use_begin().getOperand()});
}

template <typename Derived>
void Matching<Derived>::enterBlock(const PdllInstruction &loop) {
  mlir::Block *block = registers.getBlock(loop.b);
  auto place = static_cast<uint32_t>(&loop - program.instructions.data());
  if (block && !block->empty())
    alternatives.push_back({place, /*bound=*/0, &block->front()});
}

} // namespace pdll

#endif // PDLL_ENGINE_MATCHING_H
