// Whether an attribute or type is of a class that ODS names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_OFCLASS_H
#define PDLL_SUPPORT_OFCLASS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/StorageUniquerSupport.h"
#include "mlir/IR/Types.h"

#include <string_view>
#include <type_traits>

namespace pdll {
namespace detail {

/// Whether `Base` gives `Class`, rather than a class that it is derived from,
/// its id and its name.
template <typename Class, typename Base>
constexpr bool isIdentity = false;
template <typename Class, typename BaseT, typename StorageT, typename UniquerT,
          template <typename> class... Traits>
constexpr bool isIdentity<Class, mlir::detail::StorageUserBase<
                                     Class, BaseT, StorageT, UniquerT,
                                     Traits...>> = true;

/// Whether the entities of `Class` are those with its id, and it belongs to a
/// dialect other than `builtin`.
template <typename T, typename Class, typename = void>
constexpr bool isOfDialect = false;
template <typename T, typename Class>
constexpr bool
    isOfDialect<T, Class,
                std::enable_if_t<isIdentity<Class, typename Class::Base> &&
                                 &Class::template classof<T> ==
                                     &Class::Base::template classof<T>>> =
        std::string_view(Class::name).substr(0, 8) != "builtin.";

/// Whether an entity has that name, and not because a program defines its own
/// class of that name.
inline bool isNamed(mlir::Attribute attribute, llvm::StringRef name) {
  return attribute.getAbstractAttribute().getName() == name &&
         !llvm::isa<mlir::DynamicAttr>(attribute);
}
inline bool isNamed(mlir::Type type, llvm::StringRef name) {
  return type.getAbstractType().getName() == name &&
         !llvm::isa<mlir::DynamicType>(type);
}

} // namespace detail

/// The same as `isa<Class>`. That needs the id of the class, and the dynamic
/// linker would look up the ids of hundreds of classes, of all dialects, each
/// time that it loads pdll. So those are recognized by their names.
template <typename Class, typename T> bool isOfClass(T self) {
  if constexpr (detail::isOfDialect<T, Class>)
    return detail::isNamed(self, Class::name);
  else
    return llvm::isa<Class>(self);
}

} // namespace pdll

#endif // PDLL_SUPPORT_OFCLASS_H
