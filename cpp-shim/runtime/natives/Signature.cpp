// The kinds of parameters and results of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Signature.h"
#include "pdll/NativeFunction.h"

#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;
using pdll::detail::kindNames;

PdllKind pdll::getKind(Type pdlType) {
  if (auto range = dyn_cast<pdl::RangeType>(pdlType))
    return isa<pdl::TypeType>(range.getElementType()) ? PdllTypeRange
                                                      : PdllValueRange;
  return llvm::TypeSwitch<Type, PdllKind>(pdlType)
      .Case([](pdl::AttributeType) { return PdllAttribute; })
      .Case([](pdl::OperationType) { return PdllOperation; })
      .Case([](pdl::TypeType) { return PdllType; })
      .Default([](Type) { return PdllValue; });
}

StringRef pdll::getKindName(PdllKind kind) { return kindNames[kind]; }

bool pdll::isOneOf(PdllKind element, PdllKind range) {
  return (element == PdllValue && range == PdllValueRange) ||
         (element == PdllType && range == PdllTypeRange);
}

std::string pdll::getKindNames(ArrayRef<PdllKind> kinds) {
  return llvm::join(llvm::map_range(kinds, getKindName), ", ");
}

static llvm::Expected<PdllKind> parseKind(StringRef name) {
  const auto *found = llvm::find(kindNames, name);
  if (found == std::end(kindNames))
    return llvm::createStringError(
        "expected `Attr`, `Op`, `Type`, `TypeRange`, `Value` or `ValueRange`, "
        "found `" +
        name + "`");
  return static_cast<PdllKind>(found - std::begin(kindNames));
}

/// The elements of a list without its parentheses.
static SmallVector<StringRef> splitList(StringRef list) {
  SmallVector<StringRef> elements;
  if (!list.trim().empty())
    list.split(elements, ',');
  for (StringRef &element : elements)
    element = element.trim();
  return elements;
}

llvm::Expected<NativeSignature> NativeSignature::parse(StringRef text) {
  NativeSignature signature;
  StringRef rest = text.trim();
  size_t end = rest.find(')');
  if (!rest.consume_front("(") || end == StringRef::npos)
    return llvm::createStringError("expected the kinds of the arguments in "
                                   "parentheses");
  StringRef inputs = rest.take_front(end - 1);
  rest = rest.drop_front(end).ltrim();
  for (StringRef input : splitList(inputs)) {
    if (signature.isVariadic)
      return llvm::createStringError("`...` is for the last argument");
    signature.isVariadic = input.consume_back("...");
    bool isOptional = input.consume_back("?");
    llvm::Expected<PdllKind> kind = parseKind(input);
    if (!kind)
      return kind.takeError();
    signature.parameters.push_back({*kind, isOptional});
  }
  if (rest.empty())
    return signature;
  if (!rest.consume_front("->"))
    return llvm::createStringError("expected `->` and the results after the "
                                   "arguments");
  rest = rest.trim();
  if (rest.consume_front("(") && !rest.consume_back(")"))
    return llvm::createStringError("expected `)` after the results");
  for (StringRef output : splitList(rest)) {
    llvm::Expected<PdllKind> kind = parseKind(output);
    if (!kind)
      return kind.takeError();
    signature.results.push_back(*kind);
  }
  return signature;
}

/// The part of a signature after the parameters, such as ` -> Type`.
static std::string getResultsText(ArrayRef<PdllKind> results) {
  if (results.empty())
    return "";
  if (results.size() == 1)
    return " -> " + getKindNames(results);
  return " -> (" + getKindNames(results) + ")";
}

std::string NativeSignature::getText() const {
  auto toText = [](const NativeParameter &parameter) {
    return (getKindName(parameter.kind) + (parameter.isOptional ? "?" : ""))
        .str();
  };
  return "(" + llvm::join(llvm::map_range(parameters, toText), ", ") +
         (isVariadic ? "...)" : ")") + getResultsText(results);
}

const NativeParameter &NativeSignature::getParameter(size_t argument) const {
  return parameters[std::min(argument, parameters.size() - 1)];
}

bool NativeSignature::hasRanges() const {
  return llvm::any_of(parameters, [](const NativeParameter &parameter) {
    return parameter.kind == PdllValueRange || parameter.kind == PdllTypeRange;
  });
}

/// Whether an argument of a kind can be passed, perhaps as a range of one.
static bool canPass(PdllKind argument, PdllKind parameter) {
  return argument == parameter || isOneOf(argument, parameter);
}

bool NativeSignature::accepts(ArrayRef<PdllKind> arguments,
                              ArrayRef<PdllKind> callResults) const {
  size_t numFixed = parameters.size() - isVariadic;
  if (arguments.size() < numFixed ||
      (arguments.size() > numFixed && !isVariadic))
    return false;
  for (auto [index, kind] : llvm::enumerate(arguments))
    if (!canPass(kind, getParameter(index).kind))
      return false;
  return callResults == ArrayRef<PdllKind>(results);
}
