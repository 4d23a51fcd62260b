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

/// At most `BoundCreation::maxSimpleParts` values or types.
template <typename Part> class SimpleParts {
public:
  /// Returns false for a part that does not exist.
  bool add(Part part) {
    parts[size++] = part;
    return LLVM_LIKELY(part);
  }
  llvm::ArrayRef<Part> get() const { return llvm::ArrayRef(parts, size); }

private:
  Part parts[BoundCreation::maxSimpleParts];
  size_t size = 0;
};

/// Adds the result types of a simple creation that does not infer them. Returns
/// false if one does not exist, or there are too many.
inline bool addResultTypes(const BoundCreation &creation,
                           const Registers &registers,
                           SimpleParts<mlir::Type> &types) {
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
                      const std::optional<llvm::ArrayRef<mlir::Type>> &known) {
  SimpleParts<mlir::Value> operands;
  for (TypedRegister operand : creation.operands)
    if (!operands.add(registers.getValue(operand.number)))
      return nullptr;
  SimpleParts<mlir::Type> types;
  if (creation.infers ? !known : !addResultTypes(creation, registers, types))
    return nullptr;
  return mlir::Operation::create(
      loc, creation.name, known ? *known : types.get(),
      mlir::ValueRange(operands.get()), creation.constantAttributes,
      getConstantProperties(creation), mlir::BlockRange(), /*numRegions=*/0);
}

} // namespace pdll

#endif // PDLL_ENGINE_SIMPLECREATION_H
