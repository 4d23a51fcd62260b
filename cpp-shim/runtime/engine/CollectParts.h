// The elements of what several registers hold.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_COLLECTPARTS_H
#define PDLL_ENGINE_COLLECTPARTS_H

#include "engine/Registers.h"

namespace pdll {

/// Appends the elements of all parts. A range that does not exist has none.
template <typename Range, typename Element>
void collectParts(llvm::ArrayRef<TypedRegister> parts,
                  const Registers &registers,
                  Range (Registers::*getRange)(uint32_t) const,
                  Element (Registers::*get)(uint32_t) const,
                  llvm::SmallVectorImpl<Element> &elements) {
  for (TypedRegister part : parts) {
    if (!Registers::isRange(part.kind))
      elements.push_back((registers.*get)(part.number));
    else if (registers.has(part))
      llvm::append_range(elements, (registers.*getRange)(part.number));
  }
}

inline void collectValues(llvm::ArrayRef<TypedRegister> parts,
                          const Registers &registers,
                          llvm::SmallVectorImpl<mlir::Value> &values) {
  collectParts(parts, registers, &Registers::getValues, &Registers::getValue,
               values);
}

inline void collectTypes(llvm::ArrayRef<TypedRegister> parts,
                         const Registers &registers,
                         llvm::SmallVectorImpl<mlir::Type> &types) {
  collectParts(parts, registers, &Registers::getTypes, &Registers::getType,
               types);
}

} // namespace pdll

#endif // PDLL_ENGINE_COLLECTPARTS_H
