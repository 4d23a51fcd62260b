// The instructions that load something into a register.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_LOADS_H
#define PDLL_ENGINE_LOADS_H

#include "engine/BoundProgram.h"

namespace pdll {

/// All elements of a list of `op`.
inline mlir::ValueRange getList(mlir::Operation *op, PdllList list) {
  if (list == PdllResults)
    return op->getResults();
  auto operands = op->getOpOperands();
  return mlir::ValueRange(mlir::ValueRange::OwnerT(operands.data()),
                          static_cast<ptrdiff_t>(operands.size()));
}

inline size_t getListLength(mlir::Operation *op, PdllList list) {
  return list == PdllOperands ? op->getNumOperands() : op->getNumResults();
}

/// Executes loads. Each function returns whether there is something to load.
/// Operands may be null, as in a graph region under construction, and so may
/// registers with results of constraints.
class Loads {
public:
  Loads(const BoundProgram &program, Registers &registers)
      : program(program), registers(registers) {}

  bool loadDefinition(const PdllInstruction &load) {
    mlir::Value value = registers.getValue(load.b);
    mlir::Operation *op = value ? value.getDefiningOp() : nullptr;
    registers.set(load.a, op);
    return op;
  }

  bool loadFirst(const PdllInstruction &load) {
    if (!registers.hasRange(load.b) || registers.getLength(load.b) == 0)
      return false;
    return set(load.a, registers.getValues(load.b).front());
  }

  bool loadElement(const PdllInstruction &load) {
    mlir::Operation *op = registers.getOperation(load.b);
    if (!op)
      return false;
    if (load.kind == PdllOperands)
      return load.c < op->getNumOperands() &&
             set(load.a, op->getOperand(load.c));
    return load.c < op->getNumResults() && set(load.a, op->getResult(load.c));
  }

  bool loadRest(const PdllInstruction &load) {
    mlir::Operation *op = registers.getOperation(load.b);
    auto list = static_cast<PdllList>(load.kind);
    if (!op || getListLength(op, list) < load.c)
      return false;
    registers.set(load.a, getList(op, list).drop_front(load.c));
    return true;
  }

  bool loadAttribute(const PdllInstruction &load) {
    mlir::Operation *op = registers.getOperation(load.b);
    return op && set(load.a, op->getAttr(program.names[load.c]));
  }

  bool loadType(const PdllInstruction &load) {
    mlir::Value value = registers.getValue(load.b);
    return value && set(load.a, value.getType());
  }

  bool loadGroup(const PdllInstruction &load);
  bool loadGroups(const PdllInstruction &load);
  bool loadAttributeType(const PdllInstruction &load);
  bool loadTypes(const PdllInstruction &load);
  bool loadConstant(const PdllInstruction &load);
  bool loadRegion(const PdllInstruction &load);
  bool loadBlock(const PdllInstruction &load);
  bool loadArgument(const PdllInstruction &load);
  bool loadArguments(const PdllInstruction &load);
  bool loadLast(const PdllInstruction &load);
  /// The only block of a region: what three instructions do.
  bool loadOnlyBlock(const PdllInstruction *load);
  bool loadParent(const PdllInstruction &load);

private:
  std::optional<mlir::ValueRange> findGroup(const PdllInstruction &load) const;

  template <typename T> bool set(uint32_t number, T content) {
    registers.set(number, content);
    return static_cast<bool>(content);
  }

  const BoundProgram &program;
  Registers &registers;
};

/// The value that a register holds, or the first one of a range; null if there
/// is none.
mlir::Value getUsed(const Registers &registers, TypedRegister used);

/// Finds the entries of a table for the attributes that `op` has.
void findAttributes(mlir::Operation *op, const Tables &tables, uint32_t table,
                    llvm::SmallVectorImpl<const Tables::Entry *> &found);

} // namespace pdll

#endif // PDLL_ENGINE_LOADS_H
