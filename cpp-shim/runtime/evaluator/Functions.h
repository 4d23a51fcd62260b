// The functions that bodies of native functions can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_FUNCTIONS_H
#define PDLL_EVALUATOR_FUNCTIONS_H

#include "evaluator/Value.h"
#include "pdll/NativeFunction.h"

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
///
/// Questions about one type, attribute or operation, which are true or false and have
/// constants as their only arguments, are no functions: bodies ask the tables of
/// `predicates`. A function has what these cannot have: other arguments, and results
/// with a type of C++.
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
    typename detail::Traits<Function>::Parameters *parameters = nullptr;
    addEntry(name, function, parameters);
  }

private:
  template <typename Function, typename... Ts>
  void addEntry(llvm::StringRef name, Function function, std::tuple<Ts...> *);

  std::vector<CodeFunctionEntry> entries;
};

// Each adds the functions of one subject.
void addAttributeFunctions(CodeFunctions &functions);
void addBuilderFunctions(CodeFunctions &functions);
void addHelperFunctions(CodeFunctions &functions);
void addMatcherFunctions(CodeFunctions &functions);
void addNumberFunctions(CodeFunctions &functions);
void addOperationFunctions(CodeFunctions &functions);
void addPlaceFunctions(CodeFunctions &functions);
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

} // namespace detail

template <typename Function, typename... Ts>
void CodeFunctions::addEntry(llvm::StringRef name, Function function,
                             std::tuple<Ts...> *) {
  using R = typename detail::Traits<Function>::Result;
  CodeFunctionEntry entry;
  entry.name = name.str();
  llvm::SmallVector<std::string> parameters{CodeType<Ts>::name()...};
  entry.parameters = llvm::join(parameters, ", ");
  if constexpr (std::is_void_v<R>)
    entry.result = "void";
  else
    entry.result = detail::CodeResult<R>::name();
  entry.function = [function](mlir::PatternRewriter &rewriter,
                              [[maybe_unused]] llvm::ArrayRef<CodeValue> values)
      -> std::optional<CodeValue> {
    size_t index = 0;
    [[maybe_unused]] auto next = [&]() -> const CodeValue & {
      return values[index++];
    };
    // Each is nothing if its value is of another type.
    std::tuple<std::optional<Ts>...> arguments{CodeType<Ts>::read(next())...};
    auto run = [&](auto &...each) -> std::optional<CodeValue> {
      if (!(each.has_value() && ...))
        return std::nullopt;
      if constexpr (std::is_void_v<R>) {
        detail::callFunction(function, &rewriter, std::move(*each)...);
        return CodeValue();
      } else {
        return detail::CodeResult<R>::keep(
            detail::callFunction(function, &rewriter, std::move(*each)...));
      }
    };
    return std::apply(run, arguments);
  };
  entries.push_back(std::move(entry));
}

} // namespace pdll

#endif // PDLL_EVALUATOR_FUNCTIONS_H
