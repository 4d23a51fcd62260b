// Values of C++ expressions in bodies of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_VALUE_H
#define PDLL_EVALUATOR_VALUE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/TypeName.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pdll {

struct CodeValue;
using CodeList = std::vector<CodeValue>;

/// Nothing, where an expression has no value: a `FailureOr` that failed.
using NoCodeValue = std::monostate;

/// The value of an expression. Integers of all types and enums are `int64_t`,
/// with the bits that C++ would convert them to, and a `float` is a `double` of
/// its value. Classes of attributes and types are their base class, and may be
/// null. An affine map is the attribute that holds it.
struct CodeValue {
  std::variant<NoCodeValue, bool, int64_t, double, llvm::StringRef, llvm::APInt,
               llvm::APFloat, mlir::Attribute, mlir::Type, mlir::Value,
               mlir::Operation *, mlir::Block *, mlir::Region *, CodeList>
      value;

  CodeValue() = default;
  template <typename T> explicit CodeValue(T value) : value(std::move(value)) {}

  /// The value, which is a `T`.
  template <typename T> const T &get() const { return *std::get_if<T>(&value); }
  /// Whether it is an entity that is not null, or any other value.
  bool isPresent() const;
  bool operator==(const CodeValue &other) const;
};

/// How the C++ type `T` is spelt without the namespaces that are in scope, and
/// how its values are kept. `read` returns nothing if the value is null, so
/// that C++ cannot use it.
template <typename T, typename = void> struct CodeType;

namespace detail {

/// A type that a `CodeValue` can hold as it is.
template <typename T> struct KeptType {
  static std::optional<T> read(const CodeValue &value) {
    return value.get<T>();
  }
  static CodeValue keep(T value) { return CodeValue(std::move(value)); }
};

/// A type whose values are pointers that may be null, kept as a `Base`.
template <typename T, typename Base> struct EntityType {
  static std::optional<T> read(const CodeValue &value) {
    Base base = value.get<Base>();
    if (!base)
      return std::nullopt;
    if constexpr (std::is_same_v<T, Base>)
      return base;
    else if (T casted = llvm::dyn_cast<T>(base))
      return casted;
    return std::nullopt;
  }
  static CodeValue keep(T value) { return CodeValue(Base(value)); }
};

/// The name of a type without the namespaces of MLIR and LLVM.
template <typename T> std::string getPlainName() {
  llvm::StringRef name = llvm::getTypeName<T>();
  name.consume_front("mlir::") || name.consume_front("llvm::");
  return name.str();
}

// These are other names of instances of a template.
template <> inline std::string getPlainName<mlir::DenseBoolArrayAttr>() {
  return "DenseBoolArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseI8ArrayAttr>() {
  return "DenseI8ArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseI16ArrayAttr>() {
  return "DenseI16ArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseI32ArrayAttr>() {
  return "DenseI32ArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseI64ArrayAttr>() {
  return "DenseI64ArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseF32ArrayAttr>() {
  return "DenseF32ArrayAttr";
}
template <> inline std::string getPlainName<mlir::DenseF64ArrayAttr>() {
  return "DenseF64ArrayAttr";
}

} // namespace detail

template <> struct CodeType<bool> : detail::KeptType<bool> {
  static std::string name() { return "bool"; }
};
template <> struct CodeType<double> : detail::KeptType<double> {
  static std::string name() { return "double"; }
};
template <> struct CodeType<float> {
  static std::string name() { return "float"; }
  static std::optional<float> read(const CodeValue &value) {
    return static_cast<float>(value.get<double>());
  }
  static CodeValue keep(float value) {
    return CodeValue(static_cast<double>(value));
  }
};
template <>
struct CodeType<llvm::StringRef> : detail::KeptType<llvm::StringRef> {
  static std::string name() { return "StringRef"; }
};
template <> struct CodeType<llvm::APInt> : detail::KeptType<llvm::APInt> {
  static std::string name() { return "APInt"; }
};
template <> struct CodeType<llvm::APFloat> : detail::KeptType<llvm::APFloat> {
  static std::string name() { return "APFloat"; }
};

template <typename T>
struct CodeType<T, std::enable_if_t<std::is_integral_v<T>>> {
  static std::string name() {
    std::string bits = std::to_string(sizeof(T) * 8);
    return (std::is_signed_v<T> ? "int" : "uint") + bits + "_t";
  }
  static std::optional<T> read(const CodeValue &value) {
    return static_cast<T>(value.get<int64_t>());
  }
  static CodeValue keep(T value) {
    return CodeValue(static_cast<int64_t>(value));
  }
};
template <typename T> struct CodeType<T, std::enable_if_t<std::is_enum_v<T>>> {
  static std::string name() { return "enum " + detail::getPlainName<T>(); }
  static std::optional<T> read(const CodeValue &value) {
    return static_cast<T>(value.get<int64_t>());
  }
  static CodeValue keep(T value) {
    return CodeValue(static_cast<int64_t>(value));
  }
};

template <typename T>
struct CodeType<T, std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>>
    : detail::EntityType<T, mlir::Attribute> {
  static std::string name() { return detail::getPlainName<T>(); }
};
template <typename T>
struct CodeType<T, std::enable_if_t<std::is_base_of_v<mlir::Type, T>>>
    : detail::EntityType<T, mlir::Type> {
  static std::string name() { return detail::getPlainName<T>(); }
};
template <typename T>
struct CodeType<T, std::enable_if_t<std::is_base_of_v<mlir::Value, T>>>
    : detail::EntityType<T, mlir::Value> {
  static std::string name() {
    return std::is_same_v<T, mlir::BlockArgument> ? "BlockArgument" : "Value";
  }
};
template <>
struct CodeType<mlir::Operation *>
    : detail::EntityType<mlir::Operation *, mlir::Operation *> {
  static std::string name() { return "Operation"; }
};
template <>
struct CodeType<mlir::Block *>
    : detail::EntityType<mlir::Block *, mlir::Block *> {
  static std::string name() { return "Block"; }
};
template <>
struct CodeType<mlir::Region *>
    : detail::EntityType<mlir::Region *, mlir::Region *> {
  static std::string name() { return "Region"; }
};
template <> struct CodeType<mlir::AffineMap> {
  static std::string name() { return "AffineMap"; }
  static std::optional<mlir::AffineMap> read(const CodeValue &value) {
    auto map = llvm::dyn_cast_if_present<mlir::AffineMapAttr>(
        value.get<mlir::Attribute>());
    return map ? std::optional(map.getValue()) : std::nullopt;
  }
  static CodeValue keep(mlir::AffineMap map) {
    return CodeValue(mlir::Attribute(mlir::AffineMapAttr::get(map)));
  }
};
template <> struct CodeType<mlir::Location> {
  static std::string name() { return "Location"; }
  static std::optional<mlir::Location> read(const CodeValue &value) {
    auto location = llvm::dyn_cast_if_present<mlir::LocationAttr>(
        value.get<mlir::Attribute>());
    return location ? std::optional<mlir::Location>(location) : std::nullopt;
  }
  static CodeValue keep(mlir::Location location) {
    return CodeValue(mlir::Attribute(mlir::LocationAttr(location)));
  }
};

template <typename T> struct CodeType<llvm::SmallVector<T>> {
  static std::string name() { return "[" + CodeType<T>::name() + "]"; }
  static std::optional<llvm::SmallVector<T>> read(const CodeValue &value) {
    llvm::SmallVector<T> elements;
    for (const CodeValue &each : value.get<CodeList>()) {
      std::optional<T> element = CodeType<T>::read(each);
      if (!element)
        return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return elements;
  }
  static CodeValue keep(llvm::SmallVector<T> elements) {
    CodeList list;
    for (T &element : elements)
      list.push_back(CodeType<T>::keep(std::move(element)));
    return CodeValue(std::move(list));
  }
};

template <typename T> struct CodeType<llvm::FailureOr<T>> {
  static std::string name() { return CodeType<T>::name() + "?"; }
  static CodeValue keep(llvm::FailureOr<T> value) {
    return failed(value) ? CodeValue() : CodeType<T>::keep(*value);
  }
};
template <> struct CodeType<llvm::LogicalResult> {
  static std::string name() { return "LogicalResult"; }
  static CodeValue keep(llvm::LogicalResult result) {
    return CodeValue(succeeded(result));
  }
};

} // namespace pdll

#endif // PDLL_EVALUATOR_VALUE_H
