//===- NativeRegistry.h - Native functions in C++ ---------------*- C++ -*-===//
//
// Registers C++ functions as native constraints and rewrites for pattern files.
// A shared library of native functions is one file, such as:
//
//     #include "pdll/NativeRegistry.h"
//     using namespace mlir;
//
//     PDLL_NATIVE_FUNCTIONS(registry) {
//       registry.constraint("IsEven", [](IntegerAttr value) {
//         return !value.getValue()[0];
//       });
//       registry.rewrite("Half", [](PatternRewriter &rewriter,
//                                   IntegerAttr value) {
//         return rewriter.getIntegerAttr(value.getType(),
//                                        value.getValue().ashr(1));
//       });
//     }
//
// The C++ types determine the declarations for the pattern file, which are here
// `Constraint IsEven(value: Attr);` and `Rewrite Half(value: Attr) -> Attr;`.
//
// A function can take, in this order:
//
//   * `PatternRewriter &`, or a base class of it;
//   * `PDLResultList &`, if it returns its results through the list; see below;
//   * its arguments:
//
//     | C++                                    | pattern file             |
//     |----------------------------------------|--------------------------|
//     | `Attribute` and derived                | `Attr`                   |
//     | `Operation *`, operation classes       | `Op`                     |
//     | `Type` and derived                     | `Type`                   |
//     | `Value` and derived, `TypedValue<T>`   | `Value`                  |
//     | `TypeRange`                            | `TypeRange`              |
//     | `ValueRange`                           | `ValueRange`             |
//     | `std::optional<T>`                     | an argument, or nothing  |
//     | `ArrayRef<T>`, last                    | any number of arguments  |
//
// If an argument is missing, or is not of the derived class, a constraint fails
// without a call, and a rewrite is an error.
//
// A function can return:
//
//   * a result: any type of the table except the last two, or a container or
//     range of values or types;
//   * several results in a `std::pair` or `std::tuple`;
//   * `FailureOr` of any of these, if the function may fail;
//   * without results, `bool` or `LogicalResult` from a constraint, and nothing
//     or `LogicalResult` from a rewrite.
//
// If a rewrite fails, the pass fails.
//
// As in MLIR's own registry of PDL functions, a function can instead take a
// `PDLResultList &` and return a `LogicalResult` or nothing. The registration
// then names the kinds of its results:
// `registry.rewrite("Make", make, "Op, Attr")`.
//
// Functions must not change their captures: a pass runs on many operations at
// once, and several threads may call a function at the same time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PDLL_NATIVEREGISTRY_H
#define PDLL_NATIVEREGISTRY_H

// It must come before all headers of MLIR.
#include "pdll/TypeNames.h"

#include "pdll/NativeFunction.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TypeName.h"

#include <string>

namespace pdll {
namespace detail {

//===- Arguments ----------------------------------------------------------===//

/// Converts a pointer of the C interface.
template <PdllKind kind> auto fromPointer(void *pointer) {
  if constexpr (kind == PdllAttribute)
    return mlir::Attribute::getFromOpaquePointer(pointer);
  else if constexpr (kind == PdllType)
    return mlir::Type::getFromOpaquePointer(pointer);
  else if constexpr (kind == PdllValue)
    return mlir::Value::getFromOpaquePointer(pointer);
  else
    return static_cast<mlir::Operation *>(pointer);
}

/// Converts an argument for a parameter of type `T`. `kind` and `suffix` are
/// its signature. `read` returns false if the argument does not have the class,
/// and `get` returns the converted argument. This template rejects all types
/// that no specialization supports.
template <typename T, typename = void> struct Parameter {
  static_assert(isNever<T>,
                "a native function cannot take this type; see the table at the "
                "top of pdll/NativeRegistry.h");
};

template <typename T>
struct Parameter<T, std::enable_if_t<getElementKind<T>().has_value()>> {
  static constexpr PdllKind kind = *getElementKind<T>();
  static constexpr llvm::StringLiteral suffix = "";
  using Class = T;

  bool read(llvm::ArrayRef<PdllNativeValue> arguments) {
    auto base = fromPointer<kind>(pdllGetElement(&arguments.front()));
    if constexpr (std::is_same_v<decltype(base), T>) {
      value = base;
    } else {
      if (!llvm::isa<T>(base))
        return false;
      value = llvm::cast<T>(base);
    }
    return true;
  }
  T &get() { return *value; }

private:
  std::optional<T> value;
};

template <typename T> struct Parameter<std::optional<T>> {
  static constexpr PdllKind kind = Parameter<T>::kind;
  static constexpr llvm::StringLiteral suffix = "?";
  using Class = typename Parameter<T>::Class;

  bool read(llvm::ArrayRef<PdllNativeValue> arguments) {
    if (arguments.front().isNull)
      return true;
    Parameter<T> parameter;
    if (!parameter.read(arguments))
      return false;
    value = parameter.get();
    return true;
  }
  std::optional<T> &get() { return value; }

private:
  std::optional<T> value;
};

/// Converts a range, and owns the elements that `Range` refers to.
template <typename Range, typename Element, PdllKind rangeKind,
          PdllKind elementKind>
struct RangeParameter {
  static constexpr PdllKind kind = rangeKind;
  static constexpr llvm::StringLiteral suffix = "";
  using Class = Range;

  bool read(llvm::ArrayRef<PdllNativeValue> arguments) {
    const PdllNativeValue &range = arguments.front();
    for (void *element : llvm::ArrayRef(range.elements, range.numElements))
      elements.push_back(fromPointer<elementKind>(element));
    value.emplace(elements);
    return true;
  }
  Range &get() { return *value; }

private:
  llvm::SmallVector<Element, 4> elements;
  std::optional<Range> value;
};
template <>
struct Parameter<mlir::TypeRange>
    : RangeParameter<mlir::TypeRange, mlir::Type, PdllTypeRange, PdllType> {};
template <>
struct Parameter<mlir::ValueRange>
    : RangeParameter<mlir::ValueRange, mlir::Value, PdllValueRange, PdllValue> {
};

/// Converts any number of arguments.
template <typename T> struct Parameter<llvm::ArrayRef<T>> {
  static_assert(getElementKind<T>().has_value(),
                "a native function cannot take an ArrayRef of this type; see "
                "the table at the top of pdll/NativeRegistry.h");
  static constexpr PdllKind kind = *getElementKind<T>();
  static constexpr llvm::StringLiteral suffix = "...";
  using Class = T;

  bool read(llvm::ArrayRef<PdllNativeValue> arguments) {
    for (const PdllNativeValue &argument : arguments) {
      Parameter<T> parameter;
      if (!parameter.read(argument))
        return false;
      elements.push_back(parameter.get());
    }
    value = elements;
    return true;
  }
  llvm::ArrayRef<T> &get() { return value; }

private:
  llvm::SmallVector<T, 4> elements;
  llvm::ArrayRef<T> value;
};

template <typename T> inline constexpr bool isVariadic = false;
template <typename T>
inline constexpr bool isVariadic<llvm::ArrayRef<T>> = true;

//===- Results ------------------------------------------------------------===//

/// Passes one result to pdll.
template <typename T> void addResult(const PdllNativeCall *call, T &result) {
  using Result = Plain<T>;
  constexpr PdllKind kind = *getKindOf<Result>();
  if constexpr (std::is_base_of_v<mlir::OpState, Result>) {
    pdllAddElement(call, kind, result.getOperation());
  } else if constexpr (std::is_same_v<mlir::Operation *, Result>) {
    pdllAddElement(call, kind, result);
  } else if constexpr (getElementKind<Result>().has_value()) {
    pdllAddElement(call, kind, result.getAsOpaquePointer());
  } else {
    using Element =
        std::conditional_t<kind == PdllValueRange, mlir::Value, mlir::Type>;
    llvm::SmallVector<void *> elements;
    for (auto &&element : result)
      elements.push_back(
          const_cast<void *>(Element(element).getAsOpaquePointer()));
    call->api->addResult(call->results, kind, elements.size(), elements.data());
  }
}

/// The list for functions that return their results through a `PDLResultList
/// &`.
class ResultList : public mlir::PDLResultList {
public:
  explicit ResultList(size_t numResults)
      : PDLResultList(numResults), numResults(numResults) {}

  /// Passes the results in the list to pdll. Fails if their number is wrong.
  bool give(const PdllNativeCall *call) {
    if (results.size() != numResults) {
      std::string reason = ("it returned " + llvm::Twine(results.size()) +
                            " results instead of " + llvm::Twine(numResults))
                               .str();
      call->api->fail(call->results, reason.c_str());
      return false;
    }
    for (mlir::PDLValue result : results)
      give(call, result);
    return true;
  }

private:
  static void give(const PdllNativeCall *call, mlir::PDLValue result);

  size_t numResults;
};

inline void ResultList::give(const PdllNativeCall *call,
                             mlir::PDLValue result) {
  auto giveRange = [&](auto range) { addResult(call, range); };
  switch (result.getKind()) {
  case mlir::PDLValue::Kind::Attribute:
    return pdllAddElement(call, PdllAttribute, result.getAsOpaquePointer());
  case mlir::PDLValue::Kind::Operation:
    return pdllAddElement(call, PdllOperation, result.getAsOpaquePointer());
  case mlir::PDLValue::Kind::Type:
    return pdllAddElement(call, PdllType, result.getAsOpaquePointer());
  case mlir::PDLValue::Kind::Value:
    return pdllAddElement(call, PdllValue, result.getAsOpaquePointer());
  case mlir::PDLValue::Kind::TypeRange:
    return giveRange(result.cast<mlir::TypeRange>());
  case mlir::PDLValue::Kind::ValueRange:
    return giveRange(result.cast<mlir::ValueRange>());
  }
}

//===- Functions ----------------------------------------------------------===//

/// The parameters of a function that takes `Ts`.
template <typename... Ts> struct ParameterList {
  using Storage = std::tuple<Parameter<Ts>...>;
  static constexpr size_t count = sizeof...(Ts);
  static constexpr size_t numFixed = count - (isVariadic<Ts> + ... + 0);

  /// Returns true if no parameter before the last one is variadic.
  static constexpr bool isOrdered() {
    constexpr bool variadic[] = {isVariadic<Ts>..., false};
    for (size_t index = 0; index + 1 < count; ++index)
      if (variadic[index])
        return false;
    return true;
  }

  /// The parameters in the syntax of pattern files.
  static std::string getText() {
    llvm::SmallVector<std::string> texts;
    (texts.push_back(
         (kindNames[Parameter<Ts>::kind] + Parameter<Ts>::suffix).str()),
     ...);
    return llvm::join(texts, ", ");
  }
};
template <typename... Ts>
struct ParameterList<std::tuple<Ts...>> : ParameterList<Ts...> {};

/// A registered function.
template <typename Fn> struct Function {
  using Shape = Traits<Fn>;
  using Parameters = ParameterList<typename Shape::Parameters>;

  Fn fn;
  /// The number of results that it returns through a list.
  size_t numListed;
  PdllNativeKind kind;

  /// The callback for pdll.
  static bool call(const PdllNativeCall *call, void *userData) {
    const auto &function = *static_cast<const Function *>(userData);
#ifdef __cpp_exceptions
    // pdll is built without exceptions, so none must reach it.
    try {
      return function.run(call);
    } catch (const std::exception &exception) {
      std::string reason = std::string("it threw: ") + exception.what();
      call->api->fail(call->results, reason.c_str());
    } catch (...) {
      call->api->fail(call->results, "it threw an exception");
    }
    return false;
#else
    return function.run(call);
#endif
  }
  static void destroy(void *userData) {
    delete static_cast<Function *>(userData);
  }

private:
  bool run(const PdllNativeCall *call) const {
    typename Parameters::Storage parameters;
    if (!read(call, parameters, std::make_index_sequence<Parameters::count>()))
      return false;
    if constexpr (Shape::takesResultList) {
      ResultList results(numListed);
      return invoke(call, parameters, results) && results.give(call);
    } else {
      return invoke(call, parameters);
    }
  }

  template <size_t... indices>
  bool read(const PdllNativeCall *call,
            typename Parameters::Storage &parameters,
            std::index_sequence<indices...>) const {
    llvm::ArrayRef<PdllNativeValue> arguments(call->arguments,
                                              call->numArguments);
    (void)arguments;
    return (readOne<indices>(call, std::get<indices>(parameters),
                             indices < Parameters::numFixed
                                 ? arguments.slice(indices, 1)
                                 : arguments.drop_front(indices)) &&
            ...);
  }

  template <size_t index, typename P>
  bool readOne(const PdllNativeCall *call, P &parameter,
               llvm::ArrayRef<PdllNativeValue> arguments) const {
    if (parameter.read(arguments))
      return true;
    if (kind == PdllNativeConstraint)
      return false;
    std::string reason =
        ("its argument #" + llvm::Twine(index + 1) + " is not a `" +
         llvm::getTypeName<typename P::Class>() + "`")
            .str();
    call->api->fail(call->results, reason.c_str());
    return false;
  }

  template <typename... Lists>
  bool invoke(const PdllNativeCall *call,
              typename Parameters::Storage &parameters,
              Lists &...lists) const {
    auto add = [&](auto &result) { return addResult(call, result), true; };
    auto *rewriter = static_cast<mlir::PatternRewriter *>(call->rewriter.ptr);
    return std::apply(
        [&](auto &...each) {
          return callAndAdd(fn, add, rewriter, lists..., each.get()...);
        },
        parameters);
  }
};

/// Whether the code of this library finds the traits of MLIR; see
/// pdll/TypeNames.h. In every MLIR, a module has no operands.
inline bool findsTraits() {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  return mlir::OperationName("builtin.module", &context)
      .hasTrait<mlir::OpTrait::ZeroOperands>();
}

} // namespace detail

//===- NativeRegistry -----------------------------------------------------===//

/// Registers the functions of a library.
class NativeRegistry {
public:
  NativeRegistry(const PdllNativeApi *api, PdllNativeRegistry *registry)
      : api(api), registry(registry) {
    if (!detail::findsTraits())
      api->refuse(registry,
                  "its compiler spells the names of types differently from the "
#if defined(__clang__)
                  "one that built MLIR; compile it with g++");
#else
                  "one that built MLIR; compile it with clang++, or with g++ "
                  "and the option `-include pdll/TypeNames.h`");
#endif
  }

  /// Registers a constraint; see the top of this file. If the function takes a
  /// `PDLResultList &`, `results` names the kinds of its results.
  template <typename Fn>
  void constraint(const char *name, Fn &&fn, llvm::StringRef results = "") {
    using Result = typename detail::Traits<std::decay_t<Fn>>::Result;
    static_assert(!std::is_void_v<Result>,
                  "a native constraint must return `bool`, `LogicalResult` or "
                  "its results");
    add(PdllNativeConstraint, name, std::forward<Fn>(fn), results);
  }

  /// Registers a rewrite in the same way.
  template <typename Fn>
  void rewrite(const char *name, Fn &&fn, llvm::StringRef results = "") {
    using Result = typename detail::Traits<std::decay_t<Fn>>::Result;
    static_assert(!std::is_same_v<detail::Plain<Result>, bool>,
                  "a native rewrite that may fail must return `LogicalResult`, "
                  "not `bool`");
    add(PdllNativeRewrite, name, std::forward<Fn>(fn), results);
  }

  /// Calls the function that registers all others. What it throws is the reason
  /// why the library cannot be used.
  void fill(void (*registerAll)(NativeRegistry &)) {
#ifdef __cpp_exceptions
    try {
      registerAll(*this);
    } catch (const std::exception &exception) {
      std::string reason =
          std::string("its registration of functions threw: ") +
          exception.what();
      api->refuse(registry, reason.c_str());
    } catch (...) {
      api->refuse(registry, "its registration of functions threw an exception");
    }
#else
    registerAll(*this);
#endif
  }

private:
  template <typename Fn>
  void add(PdllNativeKind kind, const char *name, Fn &&fn,
           llvm::StringRef results) {
    using Function = detail::Function<std::decay_t<Fn>>;
    using Shape = typename Function::Shape;
    using Result = detail::Plain<typename Shape::Result>;
    static_assert(Function::Parameters::isOrdered(),
                  "only the last parameter can be an `ArrayRef`");
    static_assert(!Shape::takesResultList || std::is_void_v<Result> ||
                      std::is_same_v<Result, bool> ||
                      std::is_same_v<Result, llvm::LogicalResult>,
                  "a function that takes a `PDLResultList &` must not return "
                  "results");
    detail::ResultsOf<std::decay_t<Fn>> *returned = nullptr;
    std::string signature = detail::getSignature(
        Function::Parameters::getText(),
        Shape::takesResultList ? results.str()
                               : detail::getKindText(returned));
    size_t numListed = results.empty() ? 0 : results.count(',') + 1;
    PdllNativeFunction function = {};
    function.size = sizeof(PdllNativeFunction);
    function.kind = kind;
    function.name = name;
    function.signature = signature.c_str();
    function.call = Function::call;
    function.userData = new Function{std::forward<Fn>(fn), numListed, kind};
    function.destroy = Function::destroy;
    api->add(registry, &function);
  }

  const PdllNativeApi *api;
  PdllNativeRegistry *registry;
};

} // namespace pdll

/// Begins the function that registers all functions of a library. In the braces
/// after the macro, `registry` is a `pdll::NativeRegistry`. Use it once in a
/// library.
#define PDLL_NATIVE_FUNCTIONS(registry)                                        \
  static void pdllRegisterNativeFunctions(::pdll::NativeRegistry &registry);   \
  PDLL_NATIVE_LIBRARY(                                                         \
      [](const PdllNativeApi *api, PdllNativeRegistry *functions) {            \
        ::pdll::NativeRegistry registry(api, functions);                       \
        registry.fill(pdllRegisterNativeFunctions);                            \
      })                                                                       \
  static void pdllRegisterNativeFunctions(::pdll::NativeRegistry &registry)

#endif // PDLL_NATIVEREGISTRY_H
