// Functions of the standard library, as lambdas with MLIR's types.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_FUNCTION_H
#define PDLL_STD_FUNCTION_H

#include "contract/Names.h"
#include "natives/FailureReason.h"
#include "natives/Natives.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <tuple>

namespace pdll {

/// Adds the constraint that pattern files call `name`. The signature follows
/// from the types of `function`, a lambda or function:
///
///   * It takes operations, attributes, types, values, and ranges of types and
///     values, after the rewriter if it needs that. For a parameter of a class
///     such as `StringAttr`, the constraint fails if the argument is of another
///     class.
///   * It returns `bool`, or its result, or a FailureOr of its result, or a
///   tuple of
///     several. Null is a failure. A vector becomes a range.
template <typename Function>
void addConstraint(Natives &natives, llvm::StringRef name, Function function);

/// Adds a rewrite in the same way, which may also return nothing. It fails with
/// a reason: `return refuse("…")`.
template <typename Function>
void addRewrite(Natives &natives, llvm::StringRef name, Function function);

/// Fails, and records why the running rewrite fails.
inline llvm::LogicalResult refuse(const llvm::Twine &reason) {
  setFailureReason(reason.str());
  return mlir::failure();
}

namespace detail {

/// The kind of an argument or result of a C++ type.
template <typename T> constexpr PdllKind getKindOf() {
  if constexpr (std::is_base_of_v<mlir::Attribute, T>)
    return PdllAttribute;
  else if constexpr (std::is_same_v<mlir::Operation *, T>)
    return PdllOperation;
  else if constexpr (std::is_base_of_v<mlir::Type, T>)
    return PdllType;
  else if constexpr (std::is_same_v<mlir::TypeRange, T> ||
                     std::is_same_v<llvm::SmallVector<mlir::Type>, T>)
    return PdllTypeRange;
  else if constexpr (std::is_same_v<mlir::Value, T>)
    return PdllValue;
  else {
    static_assert(std::is_same_v<mlir::ValueRange, T> ||
                  std::is_same_v<llvm::SmallVector<mlir::Value>, T>);
    return PdllValueRange;
  }
}

/// How messages describe an argument of a C++ type.
template <typename T> constexpr llvm::StringLiteral describe() {
  using namespace mlir;
  if constexpr (std::is_same_v<StringAttr, T>)
    return "a string";
  else if constexpr (std::is_same_v<IntegerAttr, T>)
    return "an integer";
  else if constexpr (std::is_same_v<DictionaryAttr, T>)
    return "a dictionary";
  else
    return "of the class that is needed";
}

/// The argument `value` as a C++ type, which is null if it is of another class.
template <typename T> T getArgument(mlir::PDLValue value) {
  if constexpr (getKindOf<T>() == PdllAttribute)
    return llvm::dyn_cast<T>(value.cast<mlir::Attribute>());
  else if constexpr (getKindOf<T>() == PdllType)
    return llvm::dyn_cast<T>(value.cast<mlir::Type>());
  else
    return value.cast<T>();
}

/// Whether the argument is of the right class. If not, a rewrite fails with a
/// reason, and a constraint just does not hold.
template <PdllNativeKind kind, typename T>
bool checkArgument(const T &argument, size_t number) {
  if constexpr (getKindOf<T>() == PdllAttribute || getKindOf<T>() == PdllType) {
    if (!argument) {
      if (kind == PdllNativeRewrite)
        (void)refuse("its argument #" + llvm::Twine(number + 1) + " is not " +
                     describe<T>());
      return false;
    }
  }
  return true;
}

inline llvm::LogicalResult addResult(mlir::PDLResultList &, bool holds) {
  return mlir::success(holds);
}
inline llvm::LogicalResult addResult(mlir::PDLResultList &,
                                     llvm::LogicalResult result) {
  return result;
}
template <typename T>
llvm::LogicalResult addUnlessNull(mlir::PDLResultList &results, T result) {
  if (!result)
    return mlir::failure();
  results.push_back(result);
  return mlir::success();
}
inline llvm::LogicalResult addResult(mlir::PDLResultList &results,
                                     mlir::Attribute result) {
  return addUnlessNull(results, result);
}
inline llvm::LogicalResult addResult(mlir::PDLResultList &results,
                                     mlir::Operation *result) {
  return addUnlessNull(results, result);
}
inline llvm::LogicalResult addResult(mlir::PDLResultList &results,
                                     mlir::Type result) {
  return addUnlessNull(results, result);
}
inline llvm::LogicalResult addResult(mlir::PDLResultList &results,
                                     mlir::Value result) {
  return addUnlessNull(results, result);
}
inline llvm::LogicalResult
addResult(mlir::PDLResultList &results,
          const llvm::SmallVector<mlir::Type> &result) {
  results.push_back(mlir::TypeRange(result));
  return mlir::success();
}
inline llvm::LogicalResult
addResult(mlir::PDLResultList &results,
          const llvm::SmallVector<mlir::Value> &result) {
  results.push_back(mlir::ValueRange(result));
  return mlir::success();
}
template <typename... Ts>
llvm::LogicalResult addResult(mlir::PDLResultList &results,
                              const std::tuple<Ts...> &result) {
  return std::apply(
      [&](const Ts &...each) {
        return llvm::success((succeeded(addResult(results, each)) && ...));
      },
      result);
}
template <typename T>
llvm::LogicalResult addResult(mlir::PDLResultList &results,
                              const llvm::FailureOr<T> &result) {
  return failed(result) ? mlir::failure() : addResult(results, *result);
}

/// The kinds of the results of a function that returns `T`.
template <typename T> struct ResultKinds {
  static llvm::SmallVector<PdllKind> get() { return {getKindOf<T>()}; }
};
template <typename... Ts> struct ResultKinds<std::tuple<Ts...>> {
  static llvm::SmallVector<PdllKind> get() { return {getKindOf<Ts>()...}; }
};

/// The text in a signature for the results of a function that returns `T`.
template <typename T> std::string getResultText() {
  return getResultsText(ResultKinds<T>::get());
}
template <> inline std::string getResultText<void>() { return ""; }
template <> inline std::string getResultText<bool>() { return ""; }
template <> inline std::string getResultText<llvm::LogicalResult>() {
  return "";
}

template <typename T> struct WithoutFailure {
  using Type = T;
};
template <typename T> struct WithoutFailure<llvm::FailureOr<T>> {
  using Type = T;
};

template <typename T>
constexpr bool isPart =
    std::is_base_of_v<mlir::Attribute, T> || std::is_base_of_v<mlir::Type, T>;

/// How a direct constraint sets its results. `Result` is what the lambda
/// returns.
template <typename Result, typename = void> struct DirectResult {
  static constexpr bool exists = false;
};
template <typename Part>
struct DirectResult<Part, std::enable_if_t<isPart<Part>>> {
  static constexpr bool exists = true;
  static bool store(const void **results, Part result) {
    *results = result.getAsOpaquePointer();
    return *results;
  }
};
template <> struct DirectResult<bool> {
  static constexpr bool exists = true;
  static bool store(const void **, bool holds) { return holds; }
};
template <typename... Ts> struct DirectResult<std::tuple<Ts...>> {
  static constexpr bool exists = (isPart<Ts> && ...);
  static bool store(const void **results, const std::tuple<Ts...> &all) {
    return std::apply(
        [&](const Ts &...each) {
          return (DirectResult<Ts>::store(results++, each) && ...);
        },
        all);
  }
};
template <typename T> struct DirectResult<llvm::FailureOr<T>> {
  static constexpr bool exists = DirectResult<T>::exists;
  static bool store(const void **results, const llvm::FailureOr<T> &result) {
    return succeeded(result) && DirectResult<T>::store(results, *result);
  }
};

/// The argument at a pointer as a C++ type, null if it is of another class.
template <typename T> T getDirectArgument(const void *pointer) {
  if constexpr (std::is_base_of_v<mlir::Attribute, T>)
    return llvm::dyn_cast<T>(mlir::Attribute::getFromOpaquePointer(pointer));
  else
    return llvm::dyn_cast<T>(mlir::Type::getFromOpaquePointer(pointer));
}

/// Calls a lambda with arguments of its types.
template <typename Result, bool takesRewriter, typename... Arguments>
struct Caller {
  static std::string getSignature() {
    llvm::SmallVector<PdllKind> kinds = {getKindOf<Arguments>()...};
    return "(" + getKindNames(kinds) + ")" +
           getResultText<typename WithoutFailure<Result>::Type>();
  }

  template <PdllNativeKind kind, typename Function>
  static llvm::LogicalResult
  call(const Function &function, mlir::PatternRewriter &rewriter,
       mlir::PDLResultList &results, llvm::ArrayRef<mlir::PDLValue> values) {
    return call<kind>(function, rewriter, results, values,
                      std::index_sequence_for<Arguments...>());
  }

  static constexpr bool isDirect = !takesRewriter &&
                                   (isPart<Arguments> && ...) &&
                                   DirectResult<Result>::exists;

  template <typename Function>
  static bool callDirect(const Function &function, const void *const *pointers,
                         const void **results) {
    return callDirect(function, pointers, results,
                      std::index_sequence_for<Arguments...>());
  }

private:
  template <typename Function, size_t... indices>
  static bool callDirect(const Function &function, const void *const *pointers,
                         const void **results,
                         std::index_sequence<indices...>) {
    std::tuple<Arguments...> arguments{
        getDirectArgument<Arguments>(pointers[indices])...};
    if (!(std::get<indices>(arguments) && ...))
      return false;
    return DirectResult<Result>::store(
        results, function(std::get<indices>(arguments)...));
  }

  template <PdllNativeKind kind, typename Function, size_t... indices>
  static llvm::LogicalResult
  call(const Function &function, mlir::PatternRewriter &rewriter,
       mlir::PDLResultList &results, llvm::ArrayRef<mlir::PDLValue> values,
       std::index_sequence<indices...>) {
    std::tuple<Arguments...> arguments{
        getArgument<Arguments>(values[indices])...};
    if (!(checkArgument<kind>(std::get<indices>(arguments), indices) && ...))
      return mlir::failure();
    auto run = [&]() -> Result {
      if constexpr (takesRewriter)
        return function(rewriter, std::get<indices>(arguments)...);
      else
        return function(std::get<indices>(arguments)...);
    };
    if constexpr (std::is_void_v<Result>)
      return run(), mlir::success();
    else
      return addResult(results, run());
  }
};

template <typename Member> struct CallerOf;
template <typename Class, typename Result, typename... Arguments>
struct CallerOf<Result (Class::*)(Arguments...) const> {
  using Type = Caller<Result, false, Arguments...>;
};
template <typename Class, typename Result, typename... Arguments>
struct CallerOf<Result (Class::*)(mlir::PatternRewriter &, Arguments...)
                    const> {
  using Type = Caller<Result, true, Arguments...>;
};

template <typename Result, typename... Arguments>
struct CallerOf<Result (*)(Arguments...)> {
  using Type = Caller<Result, false, Arguments...>;
};
template <typename Result, typename... Arguments>
struct CallerOf<Result (*)(mlir::PatternRewriter &, Arguments...)> {
  using Type = Caller<Result, true, Arguments...>;
};

template <typename Function> constexpr auto getCallOperator() {
  if constexpr (std::is_pointer_v<Function>)
    return Function();
  else
    return &Function::operator();
}

template <PdllNativeKind kind, typename Function>
void add(Natives &natives, llvm::StringRef name, Function function) {
  using Caller = typename CallerOf<decltype(getCallOperator<Function>())>::Type;
  DirectConstraint direct;
  if constexpr (kind == PdllNativeConstraint && Caller::isDirect)
    direct = [function](const void *const *arguments, const void **results) {
      return Caller::callDirect(function, arguments, results);
    };
  natives.addOwn(
      kind, (PDLL_LIBRARY_PREFIX + name).str(), Caller::getSignature(),
      [function](mlir::PatternRewriter &rewriter, mlir::PDLResultList &results,
                 llvm::ArrayRef<mlir::PDLValue> values) {
        return Caller::template call<kind>(function, rewriter, results, values);
      },
      std::move(direct));
}

} // namespace detail

template <typename Function>
void addConstraint(Natives &natives, llvm::StringRef name, Function function) {
  detail::add<PdllNativeConstraint>(natives, name, function);
}

template <typename Function>
void addRewrite(Natives &natives, llvm::StringRef name, Function function) {
  detail::add<PdllNativeRewrite>(natives, name, function);
}

} // namespace pdll

#endif // PDLL_STD_FUNCTION_H
