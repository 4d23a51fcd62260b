// What the leaves of ODS predicates mean.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_TABLE_H
#define PDLL_PREDICATES_TABLE_H

#include "support/Traits.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace pdll {

/// A constant in a leaf: one of these.
struct PredicateParameter {
  int64_t number;
  double real;
  std::string text;
  llvm::SmallVector<int64_t> numbers;
};
using PredicateParameters = llvm::ArrayRef<PredicateParameter>;

/// What a condition is about. It may be null.
class PredicateEntity {
public:
  PredicateEntity(mlir::Attribute attribute)
      : pointer(attribute.getAsOpaquePointer()) {}
  PredicateEntity(mlir::Operation *op) : pointer(op) {}
  PredicateEntity(mlir::Type type) : pointer(type.getAsOpaquePointer()) {}

  static PredicateEntity getFromOpaquePointer(const void *pointer) {
    return PredicateEntity(pointer);
  }
  explicit operator bool() const { return pointer; }
  /// It is one of these.
  template <typename T> T get() const {
    if constexpr (std::is_pointer_v<T>)
      return static_cast<T>(const_cast<void *>(pointer));
    else
      return T::getFromOpaquePointer(pointer);
  }

private:
  explicit PredicateEntity(const void *pointer) : pointer(pointer) {}

  const void *pointer;
};

/// What is known about entities of the class `T`. Functions get what is there
/// only, and give nothing where C++ gives no meaning to their text, such as a
/// `cast` to another class.
template <typename T> struct PredicateEntries {
  using Leaf = std::optional<bool>(T, PredicateParameters);
  using Number = std::optional<int64_t>(T, PredicateParameters);
  using Parts = bool(T, llvm::SmallVectorImpl<PredicateEntity> &);

  llvm::StringMap<Leaf *> leaves;
  llvm::StringMap<Number *> numbers;
  llvm::StringMap<Parts *> parts;
};

/// The meanings of texts, in which `$_self` is an entity, and `#`, `#u`,
/// `#.#`, `{#}` and `@` are parameters.
class PredicateTable {
public:
  /// All that pdll knows.
  static const PredicateTable &get();

  /// Adds the leaf `isa<name>($_self)`.
  template <typename T, typename Class> void addClass(llvm::StringRef name) {
    add<T>(("isa<" + name + ">($_self)").str(),
           [](T self, PredicateParameters) -> std::optional<bool> {
             return llvm::isa<Class>(self);
           });
  }
  template <typename T>
  void add(llvm::StringRef text, typename PredicateEntries<T>::Leaf *leaf) {
    std::get<PredicateEntries<T>>(entries).leaves[text] = leaf;
  }
  template <typename T>
  void addNumber(llvm::StringRef text,
                 typename PredicateEntries<T>::Number *number) {
    std::get<PredicateEntries<T>>(entries).numbers[text] = number;
  }
  template <typename T>
  void addParts(llvm::StringRef text,
                typename PredicateEntries<T>::Parts *parts) {
    std::get<PredicateEntries<T>>(entries).parts[text] = parts;
  }

  template <typename T> const PredicateEntries<T> &getEntries() const {
    return std::get<PredicateEntries<T>>(entries);
  }

private:
  std::tuple<PredicateEntries<mlir::Attribute>,
             PredicateEntries<mlir::Operation *>, PredicateEntries<mlir::Type>>
      entries;
};

/// Whether the class of an attribute or type has a trait, whose spelling by
/// Clang is given; see Traits.h.
template <template <typename> class Trait, typename T>
bool hasTrait(T self, llvm::StringRef clangSpelling) {
  mlir::TypeID id = getTypeIDOfSpelling(clangSpelling);
  if (self.template hasTrait<Trait>())
    return true;
  if constexpr (std::is_same_v<T, mlir::Type>)
    return self.getAbstractType().hasTrait(id);
  else
    return self.getAbstractAttribute().hasTrait(id);
}

/// Whether a type that may have a rank has such a dimension.
template <typename ShapedType> bool isInBounds(int64_t dim, ShapedType type) {
  return type.hasRank() && dim >= 0 && dim < type.getRank();
}

} // namespace pdll

#endif // PDLL_PREDICATES_TABLE_H
