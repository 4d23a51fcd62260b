// Creates operations of single values and types.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_SIMPLECREATION_H
#define PDLL_ENGINE_SIMPLECREATION_H

#include "engine/BoundProgram.h"
#include "support/Versions.h"

namespace pdll {

/// The properties of a creation whose attributes are all constant.
inline Properties getConstantProperties(const BoundCreation &creation) {
  return creation.prototype ? creation.prototype->getPropertiesStorage()
                            : noProperties();
}

/// The operands and result types of a simple creation. To use the same again
/// for others takes less time than to make new ones.
struct SimpleParts {
  /// At most `BoundCreation::maxSimpleParts` values or types.
  template <typename Part> class List {
  public:
    void clear() { size = 0; }
    /// Returns false for a part that does not exist.
    bool add(Part part) {
      parts[size++] = part;
      return LLVM_LIKELY(part);
    }
    const Part *begin() const { return parts; }
    size_t getSize() const { return size; }

  private:
    Part parts[BoundCreation::maxSimpleParts];
    size_t size = 0;
  };

  List<mlir::Value> operands;
  List<mlir::Type> types;
};

/// Adds the result types of a simple creation that does not infer them. Returns
/// false if one does not exist, or there are too many.
inline bool addResultTypes(const BoundCreation &creation,
                           const Registers &registers,
                           SimpleParts::List<mlir::Type> &types) {
  if (creation.resultTypes == PdllListedTypes) {
    for (TypedRegister listed : creation.types)
      if (!types.add(registers.getType(listed.number)))
        return false;
    return true;
  }
  mlir::Operation *like = registers.getOperation(creation.like);
  if (!like || like->getNumResults() > BoundCreation::maxSimpleParts)
    return false;
  for (unsigned index = 0; index < like->getNumResults(); ++index)
    types.add(like->getResult(index).getType());
  return true;
}

/// Creates the operation of a simple creation, with the `known` result types if
/// it infers them. Returns null if something that it needs does not exist, or
/// is not known.
LLVM_ATTRIBUTE_ALWAYS_INLINE mlir::Operation *
createSimpleOperation(const BoundCreation &creation, const Registers &registers,
                      mlir::Location loc,
                      const std::optional<llvm::ArrayRef<mlir::Type>> &known,
                      SimpleParts &parts) {
  parts.operands.clear();
  for (TypedRegister operand : creation.operands)
    if (!parts.operands.add(registers.getValue(operand.number)))
      return nullptr;
  const mlir::Type *types = parts.types.begin();
  size_t numTypes;
  if (creation.infers) {
    if (!known)
      return nullptr;
    types = known->data();
    numTypes = known->size();
  } else {
    parts.types.clear();
    if (!addResultTypes(creation, registers, parts.types))
      return nullptr;
    numTypes = parts.types.getSize();
  }
  // MLIR's constructors of ranges from lists are calls.
  return mlir::Operation::create(
      loc, creation.name, mlir::TypeRange(types, numTypes),
      mlir::ValueRange(parts.operands.begin(), parts.operands.getSize()),
      creation.constantAttributes, getConstantProperties(creation),
      mlir::BlockRange(static_cast<mlir::Block *const *>(nullptr), 0),
      /*numRegions=*/0);
}

} // namespace pdll

#endif // PDLL_ENGINE_SIMPLECREATION_H
