// Which created operations need not be verified.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_VERIFIEDCREATIONS_H
#define PDLL_ENGINE_VERIFIEDCREATIONS_H

#include "engine/BoundProgram.h"

#include <array>
#include <vector>

namespace pdll {

/// Remembers with which types and attributes a creation has made a valid
/// operation. What `Verification::Remembered` stands for is then valid with the
/// same types and attributes again: a program has few of them, and to look for
/// them takes a tenth of the time of the verifier. For one thread.
class VerifiedCreations {
public:
  /// Whether `op`, which the creation with that number has just made of
  /// `registers`, is valid because one like it was.
  bool contains(uint32_t number, const BoundCreation &creation,
                mlir::Operation *op, const Registers &registers) const {
    if (LLVM_UNLIKELY(entries.empty()))
      return false;
    Entry entry;
    return describe(number, creation, op, registers, entry) &&
           entries[entry.getPlace()] == entry;
  }
  /// The same operation was verified.
  void add(uint32_t number, const BoundCreation &creation, mlir::Operation *op,
           const Registers &registers);

private:
  static constexpr size_t maxParts = 8;
  /// A power of two.
  static constexpr unsigned numEntriesLog2 = 8;

  /// The types of operands and results, and the attributes that are not
  /// constant. The rest is null.
  struct Entry {
    std::array<const void *, maxParts> parts = {};
    uint32_t number = PDLL_NONE;

    bool operator==(const Entry &other) const {
      uintptr_t difference = number ^ other.number;
      for (size_t index = 0; index < maxParts; ++index)
        difference |= reinterpret_cast<uintptr_t>(parts[index]) ^
                      reinterpret_cast<uintptr_t>(other.parts[index]);
      return difference == 0;
    }
    size_t getPlace() const {
      uint64_t bits = number;
      for (const void *part : parts)
        bits = bits * 37 + reinterpret_cast<uintptr_t>(part);
      return (bits * 0x9e3779b97f4a7c15u) >> (64 - numEntriesLog2);
    }
  };

  /// Returns false if there are too many parts, or an operand does not exist.
  static bool describe(uint32_t number, const BoundCreation &creation,
                       mlir::Operation *op, const Registers &registers,
                       Entry &entry);

  /// A table in which a later entry replaces an earlier one. Empty before the
  /// first entry.
  std::vector<Entry> entries;
};

inline bool VerifiedCreations::describe(uint32_t number,
                                        const BoundCreation &creation,
                                        mlir::Operation *op,
                                        const Registers &registers,
                                        Entry &entry) {
  unsigned numOperands = op->getNumOperands(), numResults = op->getNumResults();
  if (numOperands + numResults + creation.numComputedAttributes > maxParts)
    return false;
  entry.number = number;
  const void **part = entry.parts.data();
  for (unsigned index = 0; index < numOperands; ++index) {
    mlir::Value operand = op->getOperand(index);
    if (LLVM_UNLIKELY(!operand))
      return false;
    *part++ = operand.getType().getAsOpaquePointer();
  }
  for (unsigned index = 0; index < numResults; ++index)
    *part++ = op->getResult(index).getType().getAsOpaquePointer();
  if (LLVM_UNLIKELY(creation.numComputedAttributes != 0))
    for (const CreatedAttribute &attribute : creation.attributes)
      if (attribute.source != PdllConstantAttribute)
        *part++ = registers.get(attribute.number);
  return true;
}

} // namespace pdll

#endif // PDLL_ENGINE_VERIFIEDCREATIONS_H
