// Predicates of types that dialects define with TableGen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_TYPEDEF_H
#define PDLL_STD_TYPEDEF_H

#include "std/Function.h"
#include "std/Numbers.h"
#include "support/QuietVerifier.h"

#include "mlir/IR/Diagnostics.h"

#include <optional>

namespace pdll::typedefs {

/// How a parameter of the C++ type `T` becomes a type or an attribute, and
/// back:
///
///   * `Entity` is the MLIR class that stands for it.
///   * `wrap` makes it of a parameter. It is null if the parameter is, and
///   nothing
///     stands for that.
///   * `unwrap` returns nothing if the entity does not stand for such a
///     parameter. `Storage` keeps what a parameter refers to.
template <typename T, typename = void> struct Part;

template <typename T>
struct Part<T, std::enable_if_t<std::is_base_of_v<mlir::Type, T>>> {
  using Entity = mlir::Type;
  using Storage = T;
  static mlir::Type wrap(mlir::MLIRContext *, T value) { return value; }
  static std::optional<T> unwrap(mlir::Type entity) {
    auto value = llvm::dyn_cast<T>(entity);
    return value ? std::optional(value) : std::nullopt;
  }
};

/// An attribute that is missing is the unit attribute.
template <typename T>
struct Part<T, std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Entity = mlir::Attribute;
  using Storage = T;
  static mlir::Attribute wrap(mlir::MLIRContext *context, T value) {
    return value ? mlir::Attribute(value) : mlir::UnitAttr::get(context);
  }
  static std::optional<T> unwrap(mlir::Attribute entity) {
    if (llvm::isa<mlir::UnitAttr>(entity))
      return T();
    auto value = llvm::dyn_cast<T>(entity);
    return value ? std::optional(value) : std::nullopt;
  }
};

template <> struct Part<bool> {
  using Entity = mlir::Attribute;
  using Storage = bool;
  static mlir::Attribute wrap(mlir::MLIRContext *context, bool value) {
    return mlir::BoolAttr::get(context, value);
  }
  static std::optional<bool> unwrap(mlir::Attribute entity) {
    auto value = llvm::dyn_cast<mlir::BoolAttr>(entity);
    return value ? std::optional(value.getValue()) : std::nullopt;
  }
};

template <typename T> struct Part<T, std::enable_if_t<std::is_integral_v<T>>> {
  using Entity = mlir::Attribute;
  using Storage = T;
  static mlir::Attribute wrap(mlir::MLIRContext *context, T value) {
    return getIntegerAttr(context, static_cast<int64_t>(value));
  }
  static std::optional<T> unwrap(mlir::Attribute entity) {
    auto attribute = llvm::dyn_cast<mlir::IntegerAttr>(entity);
    if (!attribute)
      return std::nullopt;
    std::optional<int64_t> value = getInt64(attribute);
    bool isOutOfRange = !value || (std::is_unsigned_v<T> && *value < 0) ||
                        static_cast<int64_t>(static_cast<T>(*value)) != *value;
    return isOutOfRange ? std::nullopt : std::optional(static_cast<T>(*value));
  }
};

template <> struct Part<double> {
  using Entity = mlir::Attribute;
  using Storage = double;
  static mlir::Attribute wrap(mlir::MLIRContext *context, double value) {
    return mlir::FloatAttr::get(mlir::Float64Type::get(context), value);
  }
  static std::optional<double> unwrap(mlir::Attribute entity) {
    auto number = llvm::dyn_cast<mlir::FloatAttr>(entity);
    return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
  }
};

template <typename T> struct Part<std::optional<T>> {
  using Entity = mlir::Attribute;
  using Storage = std::optional<T>;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              std::optional<T> value) {
    return value ? Part<T>::wrap(context, *value)
                 : mlir::UnitAttr::get(context);
  }
  static std::optional<Storage> unwrap(mlir::Attribute entity) {
    if (llvm::isa<mlir::UnitAttr>(entity))
      return std::optional<Storage>(Storage());
    auto value = Part<T>::unwrap(entity);
    return value ? std::optional<Storage>(*value) : std::nullopt;
  }
};

/// The text of a case of an enum, or an empty one if there is no such case.
inline llvm::StringRef
stringifyEnum(mlir::IntegerType::SignednessSemantics value) {
  switch (value) {
  case mlir::IntegerType::Signless:
    return "signless";
  case mlir::IntegerType::Signed:
    return "signed";
  case mlir::IntegerType::Unsigned:
    return "unsigned";
  }
  return "";
}

/// A case of an enum is its text.
template <typename T> struct Part<T, std::enable_if_t<std::is_enum_v<T>>> {
  using Entity = mlir::Attribute;
  using Storage = T;
  static mlir::Attribute wrap(mlir::MLIRContext *context, T value) {
    return mlir::StringAttr::get(context, stringifyEnum(value));
  }
  static std::optional<T> unwrap(mlir::Attribute entity) {
    auto text = llvm::dyn_cast<mlir::StringAttr>(entity);
    if (!text || text.empty())
      return std::nullopt;
    for (int number = 0; number < maxCases; ++number) {
      if (stringifyEnum(static_cast<T>(number)) == text.getValue())
        return static_cast<T>(number);
    }
    return std::nullopt;
  }

private:
  /// SPIR-V has large numbers.
  static constexpr int maxCases = 1 << 13;
};

template <> struct Part<llvm::StringRef> {
  using Entity = mlir::Attribute;
  /// The attribute owns the text.
  using Storage = llvm::StringRef;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              llvm::StringRef value) {
    return mlir::StringAttr::get(context, value);
  }
  static std::optional<llvm::StringRef> unwrap(mlir::Attribute entity) {
    auto text = llvm::dyn_cast<mlir::StringAttr>(entity);
    return text ? std::optional(text.getValue()) : std::nullopt;
  }
};

/// Numbers are an array of 64-bit integers.
template <typename T>
struct Part<llvm::ArrayRef<T>, std::enable_if_t<std::is_integral_v<T>>> {
  using Entity = mlir::Attribute;
  using Storage = llvm::SmallVector<T>;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              llvm::ArrayRef<T> value) {
    llvm::SmallVector<int64_t> numbers(value.begin(), value.end());
    return mlir::DenseI64ArrayAttr::get(context, numbers);
  }
  static std::optional<Storage> unwrap(mlir::Attribute entity) {
    auto array = llvm::dyn_cast<mlir::DenseI64ArrayAttr>(entity);
    if (!array)
      return std::nullopt;
    Storage numbers;
    for (int64_t number : array.asArrayRef()) {
      numbers.push_back(static_cast<T>(number));
      if ((std::is_unsigned_v<T> && number < 0) ||
          static_cast<int64_t>(numbers.back()) != number)
        return std::nullopt;
    }
    return numbers;
  }
};

/// Elements of one C++ type have an attribute of their own.
template <typename T, typename ArrayAttr> struct DensePart {
  using Entity = mlir::Attribute;
  using Storage = llvm::SmallVector<T>;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              llvm::ArrayRef<T> value) {
    return ArrayAttr::get(context, value);
  }
  static std::optional<Storage> unwrap(mlir::Attribute entity) {
    auto array = llvm::dyn_cast<ArrayAttr>(entity);
    return array ? std::optional(Storage(array.asArrayRef())) : std::nullopt;
  }
};
template <>
struct Part<llvm::ArrayRef<bool>> : DensePart<bool, mlir::DenseBoolArrayAttr> {
};
template <>
struct Part<llvm::ArrayRef<double>>
    : DensePart<double, mlir::DenseF64ArrayAttr> {};

/// Attributes are an array of them.
template <typename T>
struct Part<llvm::ArrayRef<T>,
            std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Entity = mlir::Attribute;
  using Storage = llvm::SmallVector<T>;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              llvm::ArrayRef<T> value) {
    llvm::SmallVector<mlir::Attribute> elements(value.begin(), value.end());
    return mlir::ArrayAttr::get(context, elements);
  }
  static std::optional<Storage> unwrap(mlir::Attribute entity) {
    auto array = llvm::dyn_cast<mlir::ArrayAttr>(entity);
    if (!array)
      return std::nullopt;
    Storage values;
    for (mlir::Attribute element : array) {
      auto value = llvm::dyn_cast<T>(element);
      if (!value)
        return std::nullopt;
      values.push_back(value);
    }
    return values;
  }
};

/// Types are an array of type attributes.
template <> struct Part<llvm::ArrayRef<mlir::Type>> {
  using Entity = mlir::Attribute;
  using Storage = llvm::SmallVector<mlir::Type>;
  static mlir::Attribute wrap(mlir::MLIRContext *context,
                              llvm::ArrayRef<mlir::Type> value) {
    auto types = llvm::map_to_vector(value, [](mlir::Type type) {
      return mlir::Attribute(mlir::TypeAttr::get(type));
    });
    return mlir::ArrayAttr::get(context, types);
  }
  static std::optional<Storage> unwrap(mlir::Attribute entity) {
    auto array = llvm::dyn_cast<mlir::ArrayAttr>(entity);
    if (!array)
      return std::nullopt;
    Storage types;
    for (mlir::Attribute element : array) {
      auto type = llvm::dyn_cast<mlir::TypeAttr>(element);
      if (!type)
        return std::nullopt;
      types.push_back(type.getValue());
    }
    return types;
  }
};

/// What a getter of `Class` returns, without references.
template <typename Class, typename Getter>
using ParameterOf =
    std::decay_t<decltype(std::declval<Getter>()(std::declval<Class>()))>;
template <typename Class, typename Getter>
using PartOf = Part<ParameterOf<Class, Getter>>;

/// Which function of the class makes a type.
enum class MadeBy {
  Context,
  NoContext,
  CheckedContext,
  CheckedNoContext,
};

template <typename Class, MadeBy builder, typename... Parts>
Class build(mlir::MLIRContext *context, const Parts &...parts) {
  if constexpr (builder == MadeBy::Context) {
    return Class::get(context, parts...);
  } else if constexpr (builder == MadeBy::NoContext) {
    return Class::get(parts...);
  } else {
    Class result;
    auto emit = [&] { return emitError(mlir::UnknownLoc::get(context)); };
    catchDiagnostic(context, [&] {
      if constexpr (builder == MadeBy::CheckedContext)
        result = Class::getChecked(emit, context, parts...);
      else
        result = Class::getChecked(emit, parts...);
      return mlir::success(!!result);
    });
    return result;
  }
}

/// Adds the constraint `NAME_capture` and the rewrite `NAME_take`, which return
/// all parameters of a type of the class.
template <typename Class, typename... Getters>
void addCapture(Natives &natives, llvm::StringRef name, Getters... getters) {
  using Parts = std::tuple<typename PartOf<Class, Getters>::Entity...>;
  auto capture = [=](Class self) -> Parts {
    return Parts(
        PartOf<Class, Getters>::wrap(self.getContext(), getters(self))...);
  };
  addConstraint(natives, (name + "_capture").str(), capture);
  addRewrite(natives, (name + "_take").str(), capture);
}

/// Whether a parameter that must not be missing is.
template <typename T> bool isMissing(const T &value, bool isOptional) {
  if constexpr (std::is_base_of_v<mlir::Attribute, T>)
    return !value && !isOptional;
  else
    return false;
}

/// Adds the constraint `NAME_evaluate` and the rewrite `NAME_make`, which make
/// a type of its parameters. `optional` has a bit for each parameter that may
/// be missing.
template <typename Class, MadeBy builder, unsigned optional,
          typename... Getters>
void addBuilder(Natives &natives, llvm::StringRef name, Getters...) {
  auto make =
      [](typename PartOf<Class, Getters>::Entity... entities) -> mlir::Type {
    auto parts = std::make_tuple(PartOf<Class, Getters>::unwrap(entities)...);
    mlir::MLIRContext *context =
        std::get<0>(std::tuple(entities...)).getContext();
    return std::apply(
        [&](const auto &...part) -> mlir::Type {
          unsigned bits = optional;
          auto isValid = [&](const auto &part) {
            bool isOptional = bits & 1;
            bits >>= 1;
            return part && !isMissing(*part, isOptional);
          };
          if (!(isValid(part) && ...))
            return {};
          return build<Class, builder, ParameterOf<Class, Getters>...>(
              context, *part...);
        },
        parts);
  };
  addConstraint(natives, (name + "_evaluate").str(), make);
  addRewrite(natives, (name + "_make").str(), make);
}

} // namespace pdll::typedefs

#endif // PDLL_STD_TYPEDEF_H
