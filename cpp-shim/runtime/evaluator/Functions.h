// The functions that bodies of native functions can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_FUNCTIONS_H
#define PDLL_EVALUATOR_FUNCTIONS_H

#include "evaluator/Value.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

namespace pdll {

/// Returns nothing if C++ does not define the call with these arguments, for
/// example because one of them is null.
using CodeFunction = std::function<std::optional<CodeValue>(
    mlir::PatternRewriter &, llvm::ArrayRef<CodeValue>)>;

/// A function, and how bodies call it.
struct CodeFunctionEntry {
  /// `Class.method` for a method, whose object is the first parameter, and
  /// otherwise the name of a function or constant.
  std::string name;
  /// The C++ types of the parameters, separated by `, `. Lists are `[T]`.
  std::string parameters;
  /// The C++ type of the result. That of a `FailureOr<T>` is `T?`.
  std::string result;
  CodeFunction function;
};

/// The functions, each with its index. Several may have one name.
class CodeFunctions {
public:
  /// All functions.
  static const CodeFunctions &get();

  llvm::ArrayRef<CodeFunctionEntry> getEntries() const { return entries; }

  /// Adds the function that bodies call `name`. The types follow from those of
  /// `function`, a lambda:
  ///
  ///   * It may take a `PatternRewriter &` first, which is no argument. An
  ///     argument that is null, or not of the class of its parameter, makes the
  ///     call undefined.
  ///   * It returns a value, nothing, or a `std::optional`, which is nothing if
  ///     C++ does not define the call.
  template <typename Function>
  void add(llvm::StringRef name, Function function) {
    addAs(name, function, &Function::operator());
  }

private:
  template <typename Function, typename R, typename... Ts>
  void addAs(llvm::StringRef name, Function function,
             R (Function::*)(Ts...) const) {
    addEntry<Function, R, Ts...>(
        name, [function](mlir::PatternRewriter &, auto... arguments) {
          return function(std::move(arguments)...);
        });
  }
  template <typename Function, typename R, typename... Ts>
  void addAs(llvm::StringRef name, Function function,
             R (Function::*)(mlir::PatternRewriter &, Ts...) const) {
    addEntry<Function, R, Ts...>(name, function);
  }
  template <typename Function, typename R, typename... Ts, typename Call>
  void addEntry(llvm::StringRef name, Call call);

  std::vector<CodeFunctionEntry> entries;
};

// Each adds the functions of one subject.
void addAttributeFunctions(CodeFunctions &functions);
void addBuilderFunctions(CodeFunctions &functions);
void addHelperFunctions(CodeFunctions &functions);
void addNumberFunctions(CodeFunctions &functions);
void addOperationFunctions(CodeFunctions &functions);
void addTypeFunctions(CodeFunctions &functions);
void addValueFunctions(CodeFunctions &functions);

/// A class of attributes or types, and all classes that it converts to.
struct CodeClass {
  std::string name;
  bool isType;
  std::vector<std::string> bases;
};

/// The classes that the functions mention, and those derived from them.
const std::vector<CodeClass> &getCodeClasses();

namespace detail {

template <typename T> struct CodeResult {
  static std::string name() { return CodeType<T>::name(); }
  static std::optional<CodeValue> keep(T value) {
    return CodeType<T>::keep(std::move(value));
  }
};
template <typename T> struct CodeResult<std::optional<T>> {
  static std::string name() { return CodeType<T>::name(); }
  static std::optional<CodeValue> keep(std::optional<T> value) {
    if (!value)
      return std::nullopt;
    return CodeType<T>::keep(std::move(*value));
  }
};

/// The arguments of a call, each of which is nothing if its value is of another
/// type.
template <typename... Ts, size_t... indices>
std::tuple<std::optional<Ts>...>
readArguments([[maybe_unused]] llvm::ArrayRef<CodeValue> values,
              std::index_sequence<indices...>) {
  return {CodeType<Ts>::read(values[indices])...};
}

} // namespace detail

template <typename Function, typename R, typename... Ts, typename Call>
void CodeFunctions::addEntry(llvm::StringRef name, Call call) {
  CodeFunctionEntry entry;
  entry.name = name.str();
  llvm::SmallVector<std::string> parameters{CodeType<Ts>::name()...};
  entry.parameters = llvm::join(parameters, ", ");
  if constexpr (std::is_void_v<R>)
    entry.result = "void";
  else
    entry.result = detail::CodeResult<R>::name();
  entry.function = [call](mlir::PatternRewriter &rewriter,
                          [[maybe_unused]] llvm::ArrayRef<CodeValue> values)
      -> std::optional<CodeValue> {
    auto arguments =
        detail::readArguments<Ts...>(values, std::index_sequence_for<Ts...>());
    return std::apply(
        [&](auto &...each) -> std::optional<CodeValue> {
          if (!(each.has_value() && ...))
            return std::nullopt;
          if constexpr (std::is_void_v<R>) {
            call(rewriter, std::move(*each)...);
            return CodeValue();
          } else {
            return detail::CodeResult<R>::keep(
                call(rewriter, std::move(*each)...));
          }
        },
        arguments);
  };
  entries.push_back(std::move(entry));
}

} // namespace pdll

#endif // PDLL_EVALUATOR_FUNCTIONS_H
