// The C++ meaning of the texts in ODS predicates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_TABLE_H
#define PDLL_PREDICATES_TABLE_H

#include "support/OfClass.h"
#include "support/Named.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <tuple>

namespace pdll {

/// A constant in a question. Only one of the fields is set.
struct PredicateParameter {
  int64_t number;
  double real;
  std::string text;
  llvm::SmallVector<int64_t> numbers;
};
using PredicateParameters = llvm::ArrayRef<PredicateParameter>;

/// An attribute, operation or type that a condition is about. It may be null.
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
  /// The entity, which must be a `T`.
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

/// What C++ means by a text about an entity of the class `T`. The entity is
/// never null. A leaf or number without a result, and parts that fail, say that
/// C++ cannot evaluate the text for this entity, for example because of a
/// `cast` to another class.
template <typename T>
using PredicateLeaf = std::optional<bool>(T, PredicateParameters);
template <typename T>
using PredicateNumber = std::optional<int64_t>(T, PredicateParameters);
template <typename T>
using PredicateParts = bool(T, llvm::SmallVectorImpl<PredicateEntity> &);

/// A text and its meaning. In the text `$_self` is the entity, and `#`, `#u`,
/// `#.#`, `{#}` and `@` are parameters.
///
/// The text is a contract with src/code/predicates, which makes the same text from
/// the C++ of a `.td` file: they must be equal byte for byte. tests/repository/predicates
/// makes the tables in `generated` from what src/code/predicates says, and fails
/// when they are not up to date.
template <typename Function> struct PredicateEntry {
  llvm::StringLiteral text;
  Function *function;
};

/// All entries about entities of the class `T` in one file.
template <typename T> struct PredicateEntries {
  llvm::ArrayRef<PredicateEntry<PredicateLeaf<T>>> leaves;
  llvm::ArrayRef<PredicateEntry<PredicateNumber<T>>> numbers;
  llvm::ArrayRef<PredicateEntry<PredicateParts<T>>> parts;
};

/// All entries in one file.
using PredicateGroup = std::tuple<PredicateEntries<mlir::Attribute>,
                                  PredicateEntries<mlir::Operation *>,
                                  PredicateEntries<mlir::Type>>;

/// The entries of all generated files.
llvm::SmallVector<PredicateGroup> getPredicateGroups();

/// The leaf `isa<Class>($_self)`.
template <typename T, typename Class>
std::optional<bool> isOfClass(T self, PredicateParameters) {
  return isOfClass<Class>(self);
}

/// Whether a type, which may have a rank, has a dimension of that number.
template <typename ShapedType> bool isInBounds(int64_t dim, ShapedType type) {
  return type.hasRank() && dim >= 0 && dim < type.getRank();
}

} // namespace pdll

#endif // PDLL_PREDICATES_TABLE_H
