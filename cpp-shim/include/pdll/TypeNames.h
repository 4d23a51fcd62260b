//===- TypeNames.h - The names of types, as MLIR spells them ----*- C++ -*-===//
//
// MLIR identifies traits, the element types of attributes, and other classes by
// the names that `llvm::getTypeName` gets from the compiler. GCC and Clang spell
// them differently: `APInt` and `llvm::APInt`, `long int` and `long`. Code with
// hidden symbols that GCC compiles for an MLIR from Clang does not find them:
// `hasTrait` is false, and `getValues<APInt>` ends the process.
//
// If GCC reads this header before those of LLVM, it takes the place of
// llvm/Support/TypeName.h, and the names are those of the MLIR that is loaded.
// pdll/NativeRegistry.h includes it. In a file that includes MLIR's headers first,
// use the option `-include pdll/TypeNames.h`. For other compilers, the header
// changes nothing.
//
// GCC does not say enough for the names of these types, which no part of MLIR
// shares by name: classes in functions; those in inline namespaces other than
// those of the standard library; those with an argument that is a function, null,
// a character that is not printable, or the value of a parameter `auto`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PDLL_TYPENAMES_H
#define PDLL_TYPENAMES_H

#if defined(__GNUC__) && !defined(__clang__) &&                                \
    !defined(LLVM_SUPPORT_TYPENAME_H)
#define LLVM_SUPPORT_TYPENAME_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string_view>

namespace mlir {
class MLIRContext;
} // namespace mlir

/// GCC leaves out the namespaces of a function in the names of its template
/// arguments, so that the function that asks for names has a namespace of its
/// own.
namespace [[gnu::visibility("hidden")]] pdll_type_names {

/// Rewrites the name of a type from GCC's spelling to Clang's.
class Spelling {
public:
  /// The result is written to `space`, which has room for twice as much text.
  constexpr Spelling(std::string_view gcc, char *space)
      : gcc(gcc), clang(space) {}

  constexpr std::string_view get() {
    while (at < gcc.size())
      next();
    return written();
  }

private:
  static constexpr bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  constexpr bool startsWith(std::string_view text) const {
    return gcc.substr(at, text.size()) == text;
  }

  constexpr bool skip(std::string_view text) {
    if (!startsWith(text))
      return false;
    at += text.size();
    return true;
  }

  constexpr bool endsWith(std::string_view text) const {
    return size >= text.size() &&
           written().substr(size - text.size()) == text;
  }

  constexpr std::string_view written() const { return {clang, size}; }

  constexpr void write(std::string_view text) {
    for (char c : text)
      clang[size++] = c;
  }

  /// Copies text from here to `end`.
  constexpr void copyTo(size_t end) {
    write(gcc.substr(at, end - at));
    at = end;
  }

  /// Whether the name so far ends where something may follow a type.
  constexpr bool isAfterType() const {
    return size != 0 && (isWordCharacter(clang[size - 1]) || endsWith(">") ||
                         endsWith("]"));
  }

  /// The place after the bracket that closes the one at `begin`.
  constexpr size_t findEnd(size_t begin, char open, char close) const {
    size_t depth = 0;
    for (size_t i = begin; i < gcc.size(); ++i) {
      depth += gcc[i] == open;
      if (gcc[i] == close && --depth == 0)
        return i + 1;
    }
    return gcc.size();
  }

  constexpr void next() {
    char c = gcc[at];
    if (skipScopeOfEmpty())
      return;
    if (skip("{anonymous}")) {
      write("(anonymous namespace)");
    } else if (isWordCharacter(c)) {
      word();
    } else if (c == ' ') {
      ++at;
      blank();
    } else if (c == '*' || c == '&') {
      if (isAfterType())
        write(" ");
      copyTo(at + 1);
    } else if (c == '(') {
      parenthesis();
    } else if (c == '\'') {
      character();
    } else {
      copyTo(at + 1);
    }
  }

  /// MLIR asks for a trait with the argument `Empty`, a class in a function whose
  /// name only GCC spells.
  constexpr bool skipScopeOfEmpty() {
    constexpr std::string_view scope = "mlir::TypeID::get<";
    if (!startsWith(scope))
      return false;
    size_t end = findEnd(at + scope.size() - 1, '<', '>');
    constexpr std::string_view name = "()::Empty";
    if (gcc.substr(end, name.size()) != name)
      return false;
    write("Empty");
    at = end + name.size();
    return true;
  }

  constexpr std::string_view takeWord() {
    size_t begin = at;
    while (at < gcc.size() && isWordCharacter(gcc[at]))
      ++at;
    return gcc.substr(begin, at - begin);
  }

  constexpr void word() {
    std::string_view text = takeWord();
    if (isOfInteger(text))
      return integer(text);
    bool isInline = text == "__cxx11" || text == "_V2";
    if (isInline && endsWith("::") && skip("::"))
      return;
    write(text);
  }

  static constexpr bool isOfInteger(std::string_view word) {
    return word == "short" || word == "long" || word == "unsigned" ||
           word == "int" || word == "__int128";
  }

  /// Writes words such as `long unsigned int` in the order `unsigned long`.
  constexpr void integer(std::string_view word) {
    size_t numLong = 0;
    bool isUnsigned = false, isShort = false, isLarge = false;
    while (true) {
      numLong += word == "long";
      isUnsigned |= word == "unsigned";
      isShort |= word == "short";
      isLarge |= word == "__int128";
      size_t begin = at;
      if (skip(" ") && isOfInteger(word = takeWord()))
        continue;
      at = begin;
      break;
    }
    if (startsWith(" char"))
      return write("unsigned");
    if (isUnsigned)
      write("unsigned ");
    if (isShort)
      write("short");
    else if (isLarge)
      write("__int128");
    else if (numLong == 2)
      write("long long");
    else
      write(numLong == 1 ? "long" : "int");
  }

  constexpr void blank() {
    bool isBeforeEnd = at < gcc.size() && (gcc[at] == '>' || gcc[at] == '[');
    bool isAfterPointer = endsWith("*") || endsWith("&");
    if (!isBeforeEnd && !isAfterPointer)
      write(" ");
  }

  constexpr void parenthesis() {
    size_t end = findEnd(at, '(', ')');
    char after = end < gcc.size() ? gcc[end] : '\0';
    bool isArgument = endsWith("<") || endsWith(", ");
    if (isArgument && (after == '-' || (after >= '0' && after <= '9'))) {
      // The type of an enum before a number.
      at = end;
    } else if (isArgument && startsWith("(& ")) {
      // A pointer to a variable.
      at += 3;
      write("&");
      copyTo(end - 1);
      ++at;
    } else {
      bool isScope = gcc.substr(end, 2) == "::";
      if (isAfterType() && !isScope && !endsWith("<lambda") &&
          !endsWith("noexcept"))
        write(" ");
      copyTo(at + 1);
    }
  }

  constexpr void character() {
    size_t end = at + 1;
    while (end < gcc.size() && gcc[end] != '\'')
      end += gcc[end] == '\\' ? 2 : 1;
    copyTo(end + 1);
  }

  std::string_view gcc;
  size_t at = 0;
  char *clang;
  size_t size = 0;
};

/// Whether the MLIR in this process has the names that Clang spells. The answer
/// comes from the traits of a type or, otherwise, of an operation, in a context
/// that is made for it if there is none.
bool isMlirFromClang(bool asksType, mlir::MLIRContext *context = nullptr);

template <typename PdllNamedType> constexpr const char *spell() {
  return __PRETTY_FUNCTION__;
}

/// What a function says of its template argument, which it calls `parameter`.
constexpr std::string_view getArgument(std::string_view function,
                                       std::string_view parameter) {
  size_t start = function.find(parameter) + parameter.size();
  return function.substr(start, function.size() - start - 1);
}

/// The name of a type in this process, for what `llvm::getTypeName` and `spell`
/// say. It is valid until the process ends: MLIR keeps it.
inline llvm::StringRef choose(const char *asGcc, const char *inFull) {
  std::string_view name = getArgument(inFull, "PdllNamedType = ");
  // In a program that contains MLIR, both share the variable that this is for,
  // and MLIR would wait for it for ever if it had to compare that one.
  bool isOfType = name.find("ShapedType") != name.npos ||
                  name.find("ValueSemantics") != name.npos;
  if (!isMlirFromClang(/*asksType=*/!isOfType))
    return getArgument(asGcc, "DesiredTypeName = ");
  return Spelling(name, new char[2 * name.size()]).get();
}

/// Whether Clang spells the name of a type like this.
template <typename T> constexpr bool isNamed(std::string_view clang) {
  char space[256] = {};
  return Spelling(getArgument(spell<T>(), "PdllNamedType = "), space).get() ==
         clang;
}

} // namespace pdll_type_names

namespace llvm {

template <typename DesiredTypeName> inline StringRef getTypeName() {
  static const StringRef name = ::pdll_type_names::choose(
      __PRETTY_FUNCTION__, ::pdll_type_names::spell<DesiredTypeName>());
  return name;
}

} // namespace llvm

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeSupport.h"

namespace [[gnu::visibility("hidden")]] pdll_type_names {

struct Named : mlir::detail::FallbackTypeIDResolver {
  static mlir::TypeID get(llvm::StringRef name) {
    return registerImplicitTypeID(name);
  }
};

inline bool isMlirFromClang(bool asksType, mlir::MLIRContext *context) {
  // In every MLIR, tensors are values, and a module has no operands.
  static const bool isFromClang = [asksType, context]() mutable {
    std::optional<mlir::MLIRContext> own;
    if (!context)
      context = &own.emplace(mlir::MLIRContext::Threading::DISABLED);
    if (asksType)
      return mlir::AbstractType::lookup("builtin.tensor", context)
          ->get()
          .hasTrait(Named::get("mlir::ValueSemantics<Empty>"));
    return mlir::OperationName("builtin.module", context)
        .hasTrait(Named::get("mlir::OpTrait::ZeroOperands<Empty>"));
  }();
  return isFromClang;
}

/// Finds out how MLIR spells names in a context that is there. The first name
/// makes a context otherwise, which takes longer.
inline void learnFrom(mlir::MLIRContext *context) {
  isMlirFromClang(/*asksType=*/true, context);
}

} // namespace pdll_type_names

#else

#include "llvm/Support/TypeName.h"

#include <string_view>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace pdll_type_names {

inline void learnFrom(mlir::MLIRContext *) {}

template <typename T> constexpr bool isNamed(std::string_view clang) {
  llvm::StringRef name = llvm::getTypeName<T>();
  return std::string_view(name.data(), name.size()) == clang;
}

} // namespace pdll_type_names

#endif

#endif // PDLL_TYPENAMES_H
