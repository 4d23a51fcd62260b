// Types and attributes by their names in IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Named.h"

#include "support/QuietVerifier.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Named.inc"

/// MLIR's parser is recursive.
static constexpr unsigned maxDepth = 256;

static bool hasName(Type type, StringRef name) {
  return type.getAbstractType().getName() == name;
}
static bool hasName(Attribute attribute, StringRef name) {
  return attribute.getAbstractAttribute().getName() == name;
}

bool pdll::isNamed(Type type, StringRef name) {
  return ::isNamed(type, name);
}
bool pdll::isNamed(Attribute attribute, StringRef name) {
  return ::isNamed(attribute, name);
}

template <typename T>
static std::optional<std::string> getRest(T entity, StringRef name, char sign) {
  if (std::optional<StringRef> opaque = getOpaqueText(entity, name))
    return opaque->str();
  if (!hasName(entity, name))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  entity.print(stream);
  StringRef rest = text;
  if (!rest.consume_front(StringRef(&sign, 1)) || !rest.consume_front(name) ||
      (!rest.empty() && isOfName(rest.front())))
    return std::nullopt;
  return rest.str();
}
std::optional<std::string> pdll::getTextAfterName(Type type, StringRef name) {
  return getRest(type, name, '!');
}
std::optional<std::string> pdll::getTextAfterName(Attribute attribute,
                                                  StringRef name) {
  return getRest(attribute, name, '#');
}

/// Whether MLIR's parser takes a text without too much recursion, and without
/// loading a dialect.
static bool isHarmless(MLIRContext *context, StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i != text.size(); ++i) {
    char sign = text[i];
    if (StringRef("<([{").contains(sign) && ++depth > maxDepth)
      return false;
    if (StringRef(">)]}").contains(sign) && depth)
      --depth;
    if (sign != '!' && sign != '#')
      continue;
    StringRef dialect = text.drop_front(i + 1).take_while(
        [](char sign) { return isOfName(sign) && sign != '.'; });
    if (!context->getLoadedDialect(dialect) &&
        context->getDialectRegistry().getDialectAllocator(dialect))
      return false;
  }
  return true;
}

template <typename T, typename Parse>
static T parseQuietly(MLIRContext *context, StringRef &text, Parse parse) {
  T result;
  size_t length = 0;
  // MLIR reports what is wrong with an empty text at a place before it.
  if (text.empty() || !isHarmless(context, text))
    return result;
  catchDiagnostic(context, [&] {
    result = parse(text, length);
    return success(!!result);
  });
  text = text.drop_front(result ? length : 0);
  return result;
}
Type pdll::parseTypeQuietly(MLIRContext *context, StringRef &text) {
  return parseQuietly<Type>(context, text, [&](StringRef text, size_t &length) {
    return parseType(text, context, &length);
  });
}
Attribute pdll::parseAttributeQuietly(MLIRContext *context, StringRef &text) {
  return parseQuietly<Attribute>(
      context, text, [&](StringRef text, size_t &length) {
        return parseAttribute(text, context, Type(), &length);
      });
}

Type pdll::getNamedType(MLIRContext *context, StringRef name, StringRef text) {
  auto [dialect, mnemonic] = name.split('.');
  if (context->getLoadedDialect(dialect)) {
    std::string whole = ("!" + name + text).str();
    StringRef rest = whole;
    Type type = parseTypeQuietly(context, rest);
    return rest.empty() ? type : Type();
  }
  OpaqueType result;
  std::string data = (mnemonic + text).str();
  auto attribute = StringAttr::get(context, dialect);
  catchDiagnostic(context, [&] {
    result = OpaqueType::getChecked(
        [&] { return emitError(UnknownLoc::get(context)); }, attribute, data);
    return success(!!result);
  });
  return result;
}

Attribute pdll::getNamedAttribute(MLIRContext *context, StringRef name,
                                  StringRef text) {
  auto [dialect, mnemonic] = name.split('.');
  if (context->getLoadedDialect(dialect)) {
    std::string whole = ("#" + name + text).str();
    StringRef rest = whole;
    Attribute attribute = parseAttributeQuietly(context, rest);
    return rest.empty() ? attribute : Attribute();
  }
  OpaqueAttr result;
  std::string data = (mnemonic + text).str();
  auto attribute = StringAttr::get(context, dialect);
  catchDiagnostic(context, [&] {
    result = OpaqueAttr::getChecked(
        [&] { return emitError(UnknownLoc::get(context)); }, attribute, data,
        NoneType::get(context));
    return success(!!result);
  });
  return result;
}
