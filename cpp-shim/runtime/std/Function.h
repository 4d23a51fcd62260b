// Functions of the standard library, as lambdas with MLIR's types.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_FUNCTION_H
#define PDLL_STD_FUNCTION_H

#include "contract/Names.h"
#include "natives/FailureReason.h"
#include "natives/Natives.h"
#include "pdll/NativeFunction.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

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

template <typename T>
constexpr bool isPart =
    std::is_base_of_v<mlir::Attribute, T> || std::is_base_of_v<mlir::Type, T>;
template <typename Tuple> constexpr bool areParts = false;
template <typename... Ts>
constexpr bool areParts<std::tuple<Ts...>> = (isPart<Ts> && ...);

/// What attributes or types of all classes are.
template <typename Part>
using BaseOf = std::conditional_t<std::is_base_of_v<mlir::Attribute, Part>,
                                  mlir::Attribute, mlir::Type>;

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
  if constexpr (isPart<T>)
    return llvm::dyn_cast<T>(value.cast<BaseOf<T>>());
  else
    return value.cast<T>();
}

/// The same for an attribute or type at a pointer.
template <typename T> T getDirectArgument(const void *pointer) {
  return llvm::dyn_cast<T>(BaseOf<T>::getFromOpaquePointer(pointer));
}

/// Whether the argument is of the right class. If not, a rewrite fails with a
/// reason, and a constraint just does not hold.
template <PdllNativeKind kind, typename T>
bool checkArgument(const T &argument, size_t number) {
  if constexpr (isPart<T>) {
    if (!argument) {
      if (kind == PdllNativeRewrite)
        (void)refuse("its argument #" + llvm::Twine(number + 1) + " is not " +
                     describe<T>());
      return false;
    }
  }
  return true;
}

/// Adds a result of a function, unless it is null.
template <typename T>
bool addResult(mlir::PDLResultList &results, const T &result) {
  if constexpr (getElementKind<T>().has_value()) {
    if (!result)
      return false;
    results.push_back(result);
  } else if constexpr (getKindOf<T>() == PdllTypeRange) {
    results.push_back(mlir::TypeRange(result));
  } else {
    results.push_back(mlir::ValueRange(result));
  }
  return true;
}

/// Calls a function with arguments of its types.
template <typename Function,
          typename Parameters = typename Traits<Function>::Parameters>
struct Caller;
template <typename Function, typename... Ts>
struct Caller<Function, std::tuple<Ts...>> {
  static std::string getSignature() {
    std::tuple<Ts...> *parameters = nullptr;
    ResultsOf<Function> *results = nullptr;
    return detail::getSignature(getKindText(parameters), getKindText(results));
  }

  template <PdllNativeKind kind>
  static llvm::LogicalResult
  call(const Function &function, mlir::PatternRewriter &rewriter,
       mlir::PDLResultList &results, llvm::ArrayRef<mlir::PDLValue> values) {
    [[maybe_unused]] size_t index = 0, number = 0;
    [[maybe_unused]] auto next = [&] { return values[index++]; };
    std::tuple<Ts...> arguments{getArgument<Ts>(next())...};
    auto add = [&](const auto &result) { return addResult(results, result); };
    auto run = [&](const Ts &...each) {
      return (checkArgument<kind>(each, number++) && ...) &&
             callAndAdd(function, add, &rewriter, each...);
    };
    return llvm::success(std::apply(run, arguments));
  }

  static constexpr bool isDirect = !Traits<Function>::takesRewriter &&
                                   (isPart<Ts> && ...) &&
                                   areParts<ResultsOf<Function>>;

  static bool callDirect(const Function &function, const void *const *pointers,
                         const void **results) {
    [[maybe_unused]] auto next = [&] { return *pointers++; };
    std::tuple<Ts...> arguments{getDirectArgument<Ts>(next())...};
    auto add = [&](auto result) {
      return (*results++ = result.getAsOpaquePointer()) != nullptr;
    };
    auto run = [&](const Ts &...each) {
      return (each && ...) && callAndAdd(function, add, nullptr, each...);
    };
    return std::apply(run, arguments);
  }
};

template <PdllNativeKind kind, typename Function>
void add(Natives &natives, llvm::StringRef name, Function function) {
  using Call = Caller<Function>;
  DirectConstraint direct;
  if constexpr (kind == PdllNativeConstraint && Call::isDirect)
    direct = [function](const void *const *arguments, const void **results) {
      return Call::callDirect(function, arguments, results);
    };
  natives.addOwn(
      kind, (PDLL_LIBRARY_PREFIX + name).str(), Call::getSignature(),
      [function](mlir::PatternRewriter &rewriter, mlir::PDLResultList &results,
                 llvm::ArrayRef<mlir::PDLValue> values) {
        return Call::template call<kind>(function, rewriter, results, values);
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
