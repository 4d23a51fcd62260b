// What a program works on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_REGISTERS_H
#define PDLL_ENGINE_REGISTERS_H

#include "pdll/Native.h"

#include "mlir/IR/Operation.h"

namespace pdll {

/// A register, and the kind of what it holds.
struct TypedRegister {
  PdllKind kind;
  uint32_t number;
};

/// The registers of a program; see contract/Program.h. What does not exist is
/// null, and a range that does not exist has an impossible length.
class Registers {
public:
  /// Makes room for registers. Their contents are lost.
  void reset(size_t count) { slots.resize_for_overwrite(count); }

  const void *get(uint32_t number) const { return slots[number]; }
  mlir::Operation *getOperation(uint32_t number) const {
    return static_cast<mlir::Operation *>(slots[number]);
  }
  mlir::Region *getRegion(uint32_t number) const {
    return static_cast<mlir::Region *>(slots[number]);
  }
  mlir::Block *getBlock(uint32_t number) const {
    return static_cast<mlir::Block *>(slots[number]);
  }
  mlir::Value getValue(uint32_t number) const {
    return mlir::Value::getFromOpaquePointer(slots[number]);
  }
  mlir::Attribute getAttribute(uint32_t number) const {
    return mlir::Attribute::getFromOpaquePointer(slots[number]);
  }
  mlir::Type getType(uint32_t number) const {
    return mlir::Type::getFromOpaquePointer(slots[number]);
  }

  void set(uint32_t number, const void *content) {
    slots[number] = const_cast<void *>(content);
  }
  void set(uint32_t number, mlir::Value value) {
    set(number, value.getAsOpaquePointer());
  }
  void set(uint32_t number, mlir::Attribute attribute) {
    set(number, attribute.getAsOpaquePointer());
  }
  void set(uint32_t number, mlir::Type type) {
    set(number, type.getAsOpaquePointer());
  }

  bool hasRange(uint32_t number) const {
    return slots[number + 1] != getNoLength();
  }
  /// The number of elements of a range that exists.
  size_t getLength(uint32_t number) const {
    return reinterpret_cast<uintptr_t>(slots[number + 1]);
  }
  /// The range, which exists.
  mlir::ValueRange getValues(uint32_t number) const {
    return getRange<mlir::ValueRange>(number);
  }
  mlir::TypeRange getTypes(uint32_t number) const {
    return getRange<mlir::TypeRange>(number);
  }
  void set(uint32_t number, mlir::ValueRange range) { setRange(number, range); }
  void set(uint32_t number, mlir::TypeRange range) { setRange(number, range); }

  /// Whether a register has something.
  bool has(TypedRegister typed) const {
    return isRange(typed.kind) ? hasRange(typed.number)
                               : slots[typed.number] != nullptr;
  }
  /// Notes that there is nothing.
  void setMissing(TypedRegister typed) {
    slots[typed.number] = nullptr;
    if (isRange(typed.kind))
      slots[typed.number + 1] = getNoLength();
  }

  static bool isRange(PdllKind kind) {
    return kind == PdllValueRange || kind == PdllTypeRange;
  }

  /// Appends what several registers hold, with the elements of ranges that exist.
  void append(llvm::ArrayRef<TypedRegister> parts,
              llvm::SmallVectorImpl<mlir::Value> &values) const {
    append(parts, &Registers::getValues, &Registers::getValue, values);
  }
  void append(llvm::ArrayRef<TypedRegister> parts,
              llvm::SmallVectorImpl<mlir::Type> &types) const {
    append(parts, &Registers::getTypes, &Registers::getType, types);
  }

private:
  template <typename Range, typename Element>
  void append(llvm::ArrayRef<TypedRegister> parts,
              Range (Registers::*getRange)(uint32_t) const,
              Element (Registers::*get)(uint32_t) const,
              llvm::SmallVectorImpl<Element> &elements) const {
    for (TypedRegister part : parts) {
      if (!isRange(part.kind))
        elements.push_back((this->*get)(part.number));
      else if (has(part))
        llvm::append_range(elements, (this->*getRange)(part.number));
    }
  }

  static void *getNoLength() { return reinterpret_cast<void *>(~uintptr_t(0)); }

  // A range consists of a pointer with a tag, and a length.
  template <typename Range> Range getRange(uint32_t number) const {
    using Base = std::decay_t<decltype(std::declval<Range>().getBase())>;
    return Range(Base::getFromOpaqueValue(slots[number]),
                 static_cast<ptrdiff_t>(getLength(number)));
  }
  template <typename Range> void setRange(uint32_t number, Range range) {
    slots[number] = range.getBase().getOpaqueValue();
    slots[number + 1] = reinterpret_cast<void *>(uintptr_t(range.size()));
  }

  llvm::SmallVector<void *, 32> slots;
};

} // namespace pdll

#endif // PDLL_ENGINE_REGISTERS_H
