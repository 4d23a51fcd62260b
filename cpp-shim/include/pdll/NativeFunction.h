//===- NativeFunction.h - What a C++ function takes and returns -*- C++ -*-===//
//
// How functions and lambdas become native functions: what their C++ types say
// about them, and how to call them. Include pdll/NativeRegistry.h instead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PDLL_NATIVEFUNCTION_H
#define PDLL_NATIVEFUNCTION_H

#include "pdll/Native.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pdll {
namespace detail {

/// False, but only after instantiation, for use in `static_assert`.
template <typename T> inline constexpr bool isNever = false;

template <typename T>
using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

//===- Kinds --------------------------------------------------------------===//

/// The names of the kinds in pattern files, in the order of PdllKind.
inline constexpr llvm::StringLiteral kindNames[] = {
    "Attr", "Op", "Type", "TypeRange", "Value", "ValueRange"};

/// Returns the kind of a type that is a single element; `nullopt` for other
/// types.
template <typename T> constexpr std::optional<PdllKind> getElementKind() {
  if constexpr (std::is_base_of_v<mlir::Attribute, T>)
    return PdllAttribute;
  else if constexpr (std::is_base_of_v<mlir::Type, T>)
    return PdllType;
  else if constexpr (std::is_base_of_v<mlir::Value, T>)
    return PdllValue;
  else if constexpr (std::is_same_v<mlir::Operation *, T> ||
                     std::is_base_of_v<mlir::OpState, T>)
    return PdllOperation;
  else
    return std::nullopt;
}

template <typename T, typename = void> struct RangeKind {
  static constexpr std::optional<PdllKind> value = std::nullopt;
};
template <typename T>
struct RangeKind<T, std::void_t<decltype(*std::begin(std::declval<T &>()))>> {
  using Element = Plain<decltype(*std::begin(std::declval<T &>()))>;
  static constexpr std::optional<PdllKind> value =
      std::is_convertible_v<Element, mlir::Value>
          ? std::optional(PdllValueRange)
      : std::is_convertible_v<Element, mlir::Type>
          ? std::optional(PdllTypeRange)
          : std::nullopt;
};

/// Returns the kind of an argument or result type; `nullopt` for other types.
template <typename T> constexpr std::optional<PdllKind> getKindOf() {
  if constexpr (getElementKind<T>().has_value())
    return getElementKind<T>();
  else
    return RangeKind<T>::value;
}

/// The text of a signature, as pdll/Native.h describes it.
inline std::string getSignature(llvm::StringRef parameters,
                                llvm::StringRef results) {
  std::string text = ("(" + parameters + ")").str();
  return results.empty() ? text : (text + " -> (" + results + ")").str();
}

//===- Functions ----------------------------------------------------------===//

/// A function that takes the rewriter if `rewriter` is set, the result list if
/// `list` is set, and `Ts`, and returns `R`.
template <bool rewriter, bool list, typename R, typename... Ts> struct Shape {
  static constexpr bool takesRewriter = rewriter;
  static constexpr bool takesResultList = list;
  using Result = R;
  using Parameters = std::tuple<Ts...>;
};

template <typename R, typename... Ts> struct ShapeOf {
  using Type = Shape<false, false, R, Plain<Ts>...>;
};
template <typename R, typename... Ts>
struct ShapeOf<R, mlir::PDLResultList &, Ts...> {
  using Type = Shape<false, true, R, Plain<Ts>...>;
};
/// The first parameter may be a rewriter.
template <typename R, typename First, typename... Ts>
struct ShapeOf<R, First &, Ts...> {
  template <bool list, typename... Us>
  using After =
      std::conditional_t<std::is_base_of_v<First, mlir::PatternRewriter>,
                         Shape<true, list, R, Plain<Us>...>,
                         Shape<false, list, R, Plain<First>, Plain<Us>...>>;
  using Type = After<false, Ts...>;
};
template <typename R, typename First, typename... Ts>
struct ShapeOf<R, First &, mlir::PDLResultList &, Ts...> {
  static_assert(std::is_base_of_v<First, mlir::PatternRewriter>,
                "only `PatternRewriter &` may stand before `PDLResultList &`");
  using Type = Shape<true, true, R, Plain<Ts>...>;
};

template <typename Fn, typename = void> struct Traits {
  static_assert(isNever<Fn>,
                "a native function must be a function, or a lambda "
                "without `auto` parameters");
};
template <typename R, typename... Ts>
struct Traits<R (*)(Ts...)> : ShapeOf<R, Ts...>::Type {};
template <typename R, typename... Ts>
struct Traits<R (*)(Ts...) noexcept> : ShapeOf<R, Ts...>::Type {};
template <typename C, typename R, typename... Ts>
struct Traits<R (C::*)(Ts...) const> : ShapeOf<R, Ts...>::Type {};
template <typename C, typename R, typename... Ts>
struct Traits<R (C::*)(Ts...) const noexcept> : ShapeOf<R, Ts...>::Type {};
template <typename C, typename R, typename... Ts>
struct Traits<R (C::*)(Ts...)> {
  static_assert(isNever<C>, "a native function must not be `mutable`: several "
                            "threads may call it at the same time");
};
template <typename Fn>
struct Traits<Fn, std::void_t<decltype(&Fn::operator())>>
    : Traits<decltype(&Fn::operator())> {};

/// Calls a function with its arguments, after the rewriter if it takes that.
template <typename Fn, typename... Ts>
decltype(auto) callFunction(const Fn &fn, mlir::PatternRewriter *rewriter,
                            Ts &&...each) {
  if constexpr (Traits<Fn>::takesRewriter)
    return fn(*rewriter, std::forward<Ts>(each)...);
  else
    return fn(std::forward<Ts>(each)...);
}

//===- Results ------------------------------------------------------------===//

template <typename T> inline constexpr bool isFailureOr = false;
template <typename T>
inline constexpr bool isFailureOr<llvm::FailureOr<T>> = true;

/// The results of a function with return type `T`, as a tuple.
template <typename T> struct Results {
  using Type = std::tuple<T>;
};
template <> struct Results<void> {
  using Type = std::tuple<>;
};
template <> struct Results<bool> : Results<void> {};
template <> struct Results<llvm::LogicalResult> : Results<void> {};
template <typename... Ts> struct Results<std::tuple<Ts...>> {
  using Type = std::tuple<Plain<Ts>...>;
};
template <typename T, typename U>
struct Results<std::pair<T, U>> : Results<std::tuple<T, U>> {};
template <typename T> struct Results<llvm::FailureOr<T>> : Results<T> {};
template <typename Fn>
using ResultsOf = typename Results<Plain<typename Traits<Fn>::Result>>::Type;

/// The kinds of arguments or results, separated by commas.
template <typename... Ts> std::string getKindText(std::tuple<Ts...> *) {
  static_assert((getKindOf<Ts>().has_value() && ...),
                "a native function cannot return this type; see the top of "
                "pdll/NativeRegistry.h");
  llvm::SmallVector<llvm::StringRef> names{kindNames[*getKindOf<Ts>()]...};
  return llvm::join(names, ", ");
}

/// Calls `add` with each result of a function that returned. Returns false if
/// the function failed, or `add` returned false.
template <typename T, typename Add> bool addResults(T &returned, Add add) {
  if constexpr (std::is_same_v<T, bool>)
    return returned;
  else if constexpr (std::is_same_v<T, llvm::LogicalResult>)
    return llvm::succeeded(returned);
  else if constexpr (isFailureOr<T>)
    return llvm::succeeded(returned) && addResults(*returned, add);
  else if constexpr (getKindOf<T>().has_value())
    return add(returned);
  else
    return std::apply([&](auto &...each) { return (add(each) && ...); },
                      returned);
}

/// Calls a function, and `add` with each of its results, which may not outlive
/// that call. Returns false as `addResults` does.
template <typename Fn, typename Add, typename... Ts>
bool callAndAdd(const Fn &fn, Add add, mlir::PatternRewriter *rewriter,
                Ts &&...each) {
  using Result = typename Traits<Fn>::Result;
  if constexpr (std::is_void_v<Result>) {
    callFunction(fn, rewriter, std::forward<Ts>(each)...);
    return true;
  } else {
    Plain<Result> result =
        callFunction(fn, rewriter, std::forward<Ts>(each)...);
    return addResults(result, add);
  }
}

} // namespace detail
} // namespace pdll

#endif // PDLL_NATIVEFUNCTION_H
