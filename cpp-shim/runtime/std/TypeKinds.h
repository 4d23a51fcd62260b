// What predicates of the library say about the kind of a type.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_TYPEKINDS_H
#define PDLL_STD_TYPEKINDS_H

#include "mlir/IR/Types.h"

namespace pdll {

/// A set of kinds of types. Every type is of exactly one kind.
using TypeKinds = uint32_t;

constexpr TypeKinds allTypeKinds = ~TypeKinds(0);

/// The kind of a type.
TypeKinds getTypeKind(mlir::Type type);

/// What a constraint of the library says about its first argument, a type.
struct TypePredicate {
  /// The kinds of types of which it can hold.
  TypeKinds kinds;
  /// How messages call these types.
  llvm::StringRef description;
  /// What its results are. Parts of a type that have the same name are equal,
  /// whatever constraint returns them.
  llvm::ArrayRef<llvm::StringRef> parts;
};

/// The entry for the constraint `name`, or null if it says nothing.
const TypePredicate *findTypePredicate(llvm::StringRef name);

} // namespace pdll

#endif // PDLL_STD_TYPEKINDS_H
