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

/// Remembers with which types and attributes a kind of creation has made a
/// valid operation, and which result types it inferred. What
/// `Verification::Remembered` stands for is then valid with the same types and
/// attributes again, and infers the same: a program has few of them, and to look
/// for them takes a tenth of the time of the verifier. For one thread.
class VerifiedCreations {
public:
  /// Whether `op`, which the creation has just made of `registers`, is valid
  /// because one like it was.
  bool contains(const BoundCreation &creation, mlir::Operation *op,
                const Registers &registers) {
    return find(creation.kind, [&](auto visit) {
      return visitParts(creation, op, registers, visit);
    });
  }
  /// The result types that the creation, which infers them, has with
  /// `registers`, if an operation with them was valid.
  std::optional<llvm::ArrayRef<mlir::Type>>
  findTypes(const BoundCreation &creation, const Registers &registers) {
    const Entry *found = find(creation.kind, [&](auto visit) {
      return visitOperands(creation, registers, visit) &&
             visitAttributes(creation, registers, visit);
    });
    if (!found)
      return std::nullopt;
    return llvm::ArrayRef(found->inferred).take_front(found->numInferred);
  }
  /// The same operation was verified.
  void add(const BoundCreation &creation, mlir::Operation *op,
           const Registers &registers);

private:
  static constexpr size_t maxParts = 8;
  static constexpr size_t maxInferred = 2;
  /// Of the numbers of entries, which are powers of two.
  static constexpr unsigned minLog2 = 5, maxLog2 = 14;
  static constexpr size_t numRecent = 32;

  /// What a creation makes its operation of.
  struct Entry {
    /// The types of operands and of results that are not inferred, and the
    /// attributes that are not constant.
    std::array<const void *, maxParts> parts;
    uint32_t kind = PDLL_NONE;
    uint32_t numParts = 0;
    uint32_t numInferred = 0;
    std::array<mlir::Type, maxInferred> inferred;

    Entry() = default;
    explicit Entry(uint32_t kind) : kind(kind) {}

    /// Returns false if there are too many.
    bool add(const void *part) {
      if (numParts == maxParts)
        return false;
      parts[numParts++] = part;
      return true;
    }
    bool operator==(const Entry &other) const {
      return kind == other.kind && numParts == other.numParts &&
             std::equal(parts.begin(), parts.begin() + numParts,
                        other.parts.begin());
    }
    /// The first of its two places in a table, which is an even one.
    size_t getPlace(unsigned numEntriesLog2) const {
      uint64_t bits = kind;
      for (size_t index = 0; index < numParts; ++index)
        bits = bits * 37 + reinterpret_cast<uintptr_t>(parts[index]);
      return (bits * 0x9e3779b97f4a7c15u) >> (65 - numEntriesLog2) << 1;
    }
  };

  /// Calls `visitAll` with a function that takes each part of what a creation
  /// of that kind makes, and returns whether to go on.
  template <typename VisitAll>
  const Entry *find(uint32_t kind, VisitAll visitAll) {
    const Entry &last = recent[kind % numRecent];
    uint32_t index = 0;
    auto isNext = [&](const void *part) {
      return index < last.numParts && last.parts[index++] == part;
    };
    if (LLVM_LIKELY(last.kind == kind && visitAll(isNext) &&
                    index == last.numParts))
      return &last;
    return entries.empty() ? nullptr : findOther(kind, visitAll);
  }
  template <typename VisitAll>
  LLVM_ATTRIBUTE_NOINLINE const Entry *findOther(uint32_t kind,
                                                 VisitAll visitAll) {
    Entry entry(kind);
    if (!visitAll([&](const void *part) { return entry.add(part); }))
      return nullptr;
    const Entry *found = find(entry);
    if (found)
      recent[kind % numRecent] = *found;
    return found;
  }
  const Entry *find(const Entry &entry) const;
  bool put(const Entry &entry);
  void grow();

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
  unsigned numEntriesLog2 = minLog2;
  /// How many entries were driven out since the table has this size.
  size_t numLost = 0;
  /// Of each kind, the entry that was found last, at the place that the kind
  /// determines. Mostly, it is the next one, too.
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
