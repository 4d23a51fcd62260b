// Which created operations need not be verified.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_VERIFIEDCREATIONS_H
#define PDLL_ENGINE_VERIFIEDCREATIONS_H

#include "engine/BoundProgram.h"

#include <array>
#include <optional>
#include <vector>

namespace pdll {

/// Remembers with which types and attributes a creation has made a valid
/// operation, and which result types it inferred. What
/// `Verification::Remembered` stands for is then valid with the same types and
/// attributes again, and infers the same: a program has few of them, and to look
/// for them takes a tenth of the time of the verifier. For one thread.
class VerifiedCreations {
public:
  /// Whether `op`, which the creation with that number has just made of
  /// `registers`, is valid because one like it was.
  bool contains(uint32_t number, const BoundCreation &creation,
                mlir::Operation *op, const Registers &registers) const {
    if (LLVM_UNLIKELY(entries.empty()))
      return false;
    Entry entry(number);
    return describe(creation, op, registers, entry) && find(entry);
  }
  /// The result types that the creation with that number, which infers them,
  /// has with `registers`, if an operation with them was valid.
  std::optional<llvm::ArrayRef<mlir::Type>>
  findTypes(uint32_t number, const BoundCreation &creation,
            const Registers &registers) const {
    if (LLVM_UNLIKELY(entries.empty()))
      return std::nullopt;
    Entry entry(number);
    for (TypedRegister operand : creation.operands)
      if (!entry.addTypeOf(registers.getValue(operand.number)))
        return std::nullopt;
    if (!addAttributes(creation, registers, entry))
      return std::nullopt;
    const Entry *found = find(entry);
    if (!found)
      return std::nullopt;
    return llvm::ArrayRef(found->inferred).take_front(found->numInferred);
  }
  /// The same operation was verified.
  void add(uint32_t number, const BoundCreation &creation, mlir::Operation *op,
           const Registers &registers);

private:
  static constexpr size_t maxParts = 8;
  static constexpr size_t maxInferred = 2;
  /// A power of two.
  static constexpr unsigned numEntriesLog2 = 9;

  /// What a creation makes its operation of.
  struct Entry {
    /// The types of operands and of results that are not inferred, and the
    /// attributes that are not constant.
    std::array<const void *, maxParts> parts;
    uint32_t number = PDLL_NONE;
    uint32_t numParts = 0;
    uint32_t numInferred = 0;
    std::array<mlir::Type, maxInferred> inferred;

    Entry() = default;
    explicit Entry(uint32_t number) : number(number) {}

    /// Returns false if there are too many.
    bool add(const void *part) {
      if (numParts == maxParts)
        return false;
      parts[numParts++] = part;
      return true;
    }
    /// The same if the value does not exist.
    bool addTypeOf(mlir::Value value) {
      return LLVM_LIKELY(value) && add(value.getType().getAsOpaquePointer());
    }
    bool operator==(const Entry &other) const {
      if (number != other.number || numParts != other.numParts)
        return false;
      // Calling a function of the C library takes longer.
      for (size_t index = 0; index < numParts; ++index)
        if (parts[index] != other.parts[index])
          return false;
      return true;
    }
    /// The first of its two places in the table, which is an even one.
    size_t getPlace() const {
      uint64_t bits = number;
      for (size_t index = 0; index < numParts; ++index)
        bits = bits * 37 + reinterpret_cast<uintptr_t>(parts[index]);
      return (bits * 0x9e3779b97f4a7c15u) >> (65 - numEntriesLog2) << 1;
    }
  };

  const Entry *find(const Entry &entry) const {
    const Entry *place = &entries[entry.getPlace()];
    if (LLVM_LIKELY(place[0] == entry))
      return &place[0];
    return place[1] == entry ? &place[1] : nullptr;
  }

  /// Returns false if there are too many parts, or an operand does not exist.
  static bool describe(const BoundCreation &creation, mlir::Operation *op,
                       const Registers &registers, Entry &entry);
  static bool addAttributes(const BoundCreation &creation,
                            const Registers &registers, Entry &entry);

  /// A table in which a later entry replaces the last but one with its places,
  /// so that two do not drive each other out. Empty before the first entry.
  std::vector<Entry> entries;
};

inline bool VerifiedCreations::describe(const BoundCreation &creation,
                                        mlir::Operation *op,
                                        const Registers &registers,
                                        Entry &entry) {
  for (mlir::Value operand : op->getOperands())
    if (!entry.addTypeOf(operand))
      return false;
  if (!creation.infers)
    for (mlir::Value result : op->getResults())
      if (!entry.addTypeOf(result))
        return false;
  return addAttributes(creation, registers, entry);
}

inline bool VerifiedCreations::addAttributes(const BoundCreation &creation,
                                             const Registers &registers,
                                             Entry &entry) {
  if (LLVM_LIKELY(creation.numComputedAttributes == 0))
    return true;
  for (const CreatedAttribute &attribute : creation.attributes)
    if (attribute.source != PdllConstantAttribute &&
        !entry.add(registers.get(attribute.number)))
      return false;
  return true;
}

} // namespace pdll

#endif // PDLL_ENGINE_VERIFIEDCREATIONS_H
