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
                mlir::Operation *op, const Registers &registers) {
    return find(number, [&](auto visit) {
      return visitParts(creation, op, registers, visit);
    });
  }
  /// The result types that the creation with that number, which infers them,
  /// has with `registers`, if an operation with them was valid.
  std::optional<llvm::ArrayRef<mlir::Type>>
  findTypes(uint32_t number, const BoundCreation &creation,
            const Registers &registers) {
    const Entry *found = find(number, [&](auto visit) {
      return visitOperands(creation, registers, visit) &&
             visitAttributes(creation, registers, visit);
    });
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
  static constexpr size_t numRecent = 32;

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
    bool operator==(const Entry &other) const {
      return number == other.number && numParts == other.numParts &&
             std::equal(parts.begin(), parts.begin() + numParts,
                        other.parts.begin());
    }
    /// The first of its two places in the table, which is an even one.
    size_t getPlace() const {
      uint64_t bits = number;
      for (size_t index = 0; index < numParts; ++index)
        bits = bits * 37 + reinterpret_cast<uintptr_t>(parts[index]);
      return (bits * 0x9e3779b97f4a7c15u) >> (65 - numEntriesLog2) << 1;
    }
  };

  /// Calls `visitAll` with a function that takes each part of what the creation
  /// with that number makes, and returns whether to go on.
  template <typename VisitAll>
  const Entry *find(uint32_t number, VisitAll visitAll) {
    const Entry &last = recent[number % numRecent];
    uint32_t index = 0;
    auto isNext = [&](const void *part) {
      return index < last.numParts && last.parts[index++] == part;
    };
    if (LLVM_LIKELY(last.number == number && visitAll(isNext) &&
                    index == last.numParts))
      return &last;
    return entries.empty() ? nullptr : findOther(number, visitAll);
  }
  template <typename VisitAll>
  LLVM_ATTRIBUTE_NOINLINE const Entry *findOther(uint32_t number,
                                                 VisitAll visitAll) {
    Entry entry(number);
    if (!visitAll([&](const void *part) { return entry.add(part); }))
      return nullptr;
    const Entry *found = find(entry);
    if (found)
      recent[number % numRecent] = *found;
    return found;
  }
  const Entry *find(const Entry &entry) const;

  /// Calls `visit` for each part, and stops when it returns false. Returns
  /// false then, or if an operand does not exist.
  template <typename Visit>
  LLVM_ATTRIBUTE_ALWAYS_INLINE static bool
  visitParts(const BoundCreation &creation, mlir::Operation *op,
             const Registers &registers, Visit visit);
  template <typename Visit>
  static bool visitOperands(const BoundCreation &creation,
                            const Registers &registers, Visit visit);
  template <typename Visit>
  static bool visitAttributes(const BoundCreation &creation,
                              const Registers &registers, Visit visit);

  /// A table in which a later entry replaces the last but one with its places,
  /// so that two do not drive each other out. Empty before the first entry.
  std::vector<Entry> entries;
  /// Of each creation, the entry that was found last, at the place that its
  /// number determines. Mostly, it is the next one, too.
  std::array<Entry, numRecent> recent;
};

template <typename Visit>
bool VerifiedCreations::visitParts(const BoundCreation &creation,
                                   mlir::Operation *op,
                                   const Registers &registers, Visit visit) {
  if (!visitOperands(creation, registers, visit))
    return false;
  if (!creation.infers)
    for (unsigned index = 0, count = op->getNumResults(); index < count;
         ++index)
      if (!visit(op->getResult(index).getType().getAsOpaquePointer()))
        return false;
  return visitAttributes(creation, registers, visit);
}

/// Operands of what is remembered are single values.
template <typename Visit>
bool VerifiedCreations::visitOperands(const BoundCreation &creation,
                                      const Registers &registers, Visit visit) {
  for (TypedRegister operand : creation.operands) {
    mlir::Value value = registers.getValue(operand.number);
    if (LLVM_UNLIKELY(!value) || !visit(value.getType().getAsOpaquePointer()))
      return false;
  }
  return true;
}

template <typename Visit>
bool VerifiedCreations::visitAttributes(const BoundCreation &creation,
                                        const Registers &registers,
                                        Visit visit) {
  if (LLVM_LIKELY(creation.numComputedAttributes == 0))
    return true;
  for (const CreatedAttribute &attribute : creation.attributes)
    if (attribute.source != PdllConstantAttribute &&
        !visit(registers.get(attribute.number)))
      return false;
  return true;
}

} // namespace pdll

#endif // PDLL_ENGINE_VERIFIEDCREATIONS_H
