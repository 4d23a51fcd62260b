// How types and attributes of dialects are written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/WrittenForm.h"

#include "std/Numbers.h"
#include "support/Named.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pdll;

namespace {

/// A part of a form: an array, of which elements may be missing or of another
/// kind.
class Node {
public:
  explicit Node(Attribute attribute)
      : array(dyn_cast_if_present<ArrayAttr>(attribute)) {}

  ArrayRef<Attribute> getElements() const {
    return array ? array.getValue() : ArrayRef<Attribute>();
  }
  size_t size() const { return getElements().size(); }
  Attribute getAttribute(size_t index) const {
    return index < size() ? getElements()[index] : Attribute();
  }
  Node getNode(size_t index) const { return Node(getAttribute(index)); }
  StringRef getText(size_t index) const {
    auto text = dyn_cast_if_present<StringAttr>(getAttribute(index));
    return text ? text.getValue() : StringRef();
  }
  bool getFlag(size_t index) const {
    auto flag = dyn_cast_if_present<BoolAttr>(getAttribute(index));
    return flag && flag.getValue();
  }
  /// A number, which is that of a parameter.
  size_t getIndex(size_t index) const {
    auto number = dyn_cast_if_present<IntegerAttr>(getAttribute(index));
    std::optional<int64_t> value = number ? getInt64(number) : std::nullopt;
    return value && *value >= 0 ? *value : SIZE_MAX;
  }
  /// What kind of part it is.
  StringRef getTag() const { return getText(0); }

private:
  ArrayAttr array;
};

/// A parameter and its value. The value is null if there is none yet.
struct Parameter {
  explicit Parameter(Node node)
      : name(node.getText(0)), kind(node.getNode(1)),
        fallback(node.getAttribute(2)) {}

  StringRef name;
  Node kind;
  /// The value of a parameter that is not written. It may be null.
  Attribute fallback;
  Attribute value;

  /// Whether the value is written.
  bool isPresent() const {
    return value && (!fallback || value != fallback) && !isa<UnitAttr>(value);
  }
};

/// What reading and writing share.
class Visitor {
public:
  Visitor(MLIRContext *context, Node form) : context(context) {
    for (Attribute parameter : form.getNode(1).getElements())
      parameters.emplace_back(Node(parameter));
  }

protected:
  Parameter *getParameter(size_t index) {
    return index < parameters.size() ? &parameters[index] : nullptr;
  }
  bool isAnyPresent(Node indices) {
    for (size_t i = 0; i != indices.size(); ++i) {
      Parameter *parameter = getParameter(indices.getIndex(i));
      if (parameter && parameter->isPresent())
        return true;
    }
    return false;
  }

  MLIRContext *context;
  SmallVector<Parameter> parameters;
};

/// Reads the parameters in a text, as MLIR's generated parsers do.
class Reader : Visitor {
public:
  Reader(MLIRContext *context, Node form, StringRef text)
      : Visitor(context, form), form(form), text(text) {}

  ArrayAttr run();

private:
  bool readElements(ArrayRef<Attribute> elements);
  bool readElement(Node element);
  bool readParameter(size_t index);
  bool readList(Node indices);
  bool readStruct(Node indices);
  bool readGroup(Node group);

  Attribute readValue(Node kind);
  Attribute readInteger(Node kind);
  Attribute readString();
  Attribute readArray(Node element);
  Attribute readTypeOrAttribute(Node kind);
  Attribute readCase(Node cases);

  /// Consumes a word, or what else a literal is.
  bool take(StringRef literal);
  StringRef takeWord();
  void skipBlanks() { text = text.ltrim(); }

  Node form;
  StringRef text;
};

/// Writes parameters, as MLIR's generated printers do.
class Writer : Visitor {
public:
  using Visitor::Visitor;

  std::optional<std::string> run(Node form, ArrayAttr values);

private:
  void writeElements(ArrayRef<Attribute> elements);
  void writeElement(Node element);
  void writeList(Node element);
  void writeValue(Node kind, Attribute value);
  void writeTypeOrAttribute(Node kind, Attribute value);

  std::string text;
  llvm::raw_string_ostream out{text};
};

} // namespace

StringRef WrittenForm::getName() const { return Node(form).getText(0); }

ArrayAttr WrittenForm::read(StringRef text) const {
  return Reader(form.getContext(), Node(form), text).run();
}

std::optional<std::string> WrittenForm::write(ArrayAttr parameters) const {
  return Writer(form.getContext(), Node(form)).run(Node(form), parameters);
}

ArrayAttr Reader::run() {
  if (!readElements(form.getNode(2).getElements()))
    return {};
  skipBlanks();
  SmallVector<Attribute> values;
  for (const Parameter &parameter : parameters)
    values.push_back(parameter.value ? parameter.value : parameter.fallback);
  if (!text.empty() || !llvm::all_of(values, [](Attribute a) { return !!a; }))
    return {};
  return ArrayAttr::get(context, values);
}

bool Reader::readElements(ArrayRef<Attribute> elements) {
  return llvm::all_of(
      elements, [&](Attribute element) { return readElement(Node(element)); });
}

bool Reader::readElement(Node element) {
  StringRef tag = element.getTag();
  if (tag == "literal")
    return take(element.getText(1));
  if (tag == "variable")
    return readParameter(element.getIndex(1));
  if (tag == "list")
    return element.getFlag(2) ? readStruct(element.getNode(1))
                              : readList(element.getNode(1));
  if (tag == "group")
    return readGroup(element);
  return tag == "space";
}

/// Reads a value. What need not be written may be missing.
bool Reader::readParameter(size_t index) {
  Parameter *parameter = getParameter(index);
  if (!parameter || parameter->value)
    return false;
  StringRef before = text;
  parameter->value = readValue(parameter->kind);
  if (!parameter->value)
    text = before;
  return parameter->value || parameter->fallback;
}

/// Values with commas between them. The last ones may be missing.
bool Reader::readList(Node indices) {
  size_t numRequired = 0;
  for (size_t i = 0; i != indices.size(); ++i) {
    Parameter *parameter = getParameter(indices.getIndex(i));
    if (parameter && !parameter->fallback)
      numRequired = i + 1;
  }
  const Parameter *previous = nullptr;
  for (size_t i = 0; i != indices.size(); ++i) {
    bool needsComma =
        previous && (!previous->fallback || previous->isPresent());
    if (needsComma && !take(","))
      return i >= numRequired;
    if (!readParameter(indices.getIndex(i)))
      return false;
    previous = getParameter(indices.getIndex(i));
  }
  return true;
}

/// `name = value` with commas between them, in any order.
bool Reader::readStruct(Node indices) {
  skipBlanks();
  bool isFirst = true;
  do {
    StringRef name = takeWord();
    if (name.empty())
      return isFirst;
    isFirst = false;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i != indices.size(); ++i) {
      Parameter *parameter = getParameter(indices.getIndex(i));
      if (parameter && parameter->name == name)
        found = indices.getIndex(i);
    }
    if (!take("=") || !readParameter(found))
      return false;
  } while (take(","));
  return true;
}

/// The first element tells which of the two lists it is.
bool Reader::readGroup(Node group) {
  ArrayRef<Attribute> list = group.getNode(1).getElements();
  while (!list.empty() && Node(list.front()).getTag() == "space")
    list = list.drop_front();
  Node first(list.empty() ? Attribute() : list.front());
  bool isThere = false;
  if (first.getTag() == "literal") {
    isThere = take(first.getText(1));
  } else {
    if (!readElement(first))
      return false;
    isThere = first.getTag() == "list" ? isAnyPresent(first.getNode(1))
                                       : isAnyPresent(group.getNode(3));
  }
  return readElements(isThere ? list.drop_front()
                              : group.getNode(2).getElements());
}

Attribute Reader::readValue(Node kind) {
  skipBlanks();
  StringRef tag = kind.getTag();
  if (tag == "integer" || tag == "bool")
    return readInteger(kind);
  if (tag == "string")
    return readString();
  if (tag == "type" || tag == "attribute")
    return readTypeOrAttribute(kind);
  if (tag == "enum")
    return readCase(kind);
  if (tag == "array")
    return readArray(kind.getNode(1));
  if (tag == "optional") {
    bool isThere = !text.empty() && (llvm::isDigit(text.front()) ||
                                     (text.front() == '-' &&
                                      !text.starts_with("->")));
    return isThere ? readValue(kind.getNode(1)) : UnitAttr::get(context);
  }
  return {};
}

/// Whether an integer parameter of that kind can have a value.
static bool isInRange(Node kind, int64_t value) {
  size_t width = kind.getIndex(1);
  if (!kind.getFlag(2))
    return value >= 0 && (width >= 63 || value < int64_t(1) << width);
  if (width == 0 || width >= 64)
    return width > 0;
  int64_t bound = int64_t(1) << (width - 1);
  return value >= -bound && value < bound;
}

/// MLIR also takes `true` and `false` for integers.
Attribute Reader::readInteger(Node kind) {
  bool isBool = kind.getTag() == "bool";
  int64_t value = 0;
  if (StringRef word = takeWord(); !word.empty()) {
    if (word != "true" && word != "false")
      return {};
    value = word == "true";
  } else {
    bool isNegative = text.consume_front("-");
    skipBlanks();
    bool isHex = text.starts_with("0x");
    StringRef digits = text.drop_front(isHex ? 2 : 0).take_while([&](char c) {
      return isHex ? llvm::isHexDigit(c) : llvm::isDigit(c);
    });
    // The lowest number has no positive counterpart.
    APInt number(65, 0);
    if (digits.empty() || digits.size() > 20 ||
        digits.getAsInteger(isHex ? 16 : 10, number))
      return {};
    number = number.zextOrTrunc(128);
    if (isNegative)
      number.negate();
    if (!number.isSignedIntN(64))
      return {};
    value = number.getSExtValue();
    text = text.drop_front(digits.size() + (isHex ? 2 : 0));
  }
  if (isBool)
    return value == 0 || value == 1 ? BoolAttr::get(context, value)
                                    : Attribute();
  return isInRange(kind, value) ? getIntegerAttr(context, value) : Attribute();
}

/// A string in quotes, in which a backslash comes before special characters.
Attribute Reader::readString() {
  if (!text.consume_front("\""))
    return {};
  std::string value;
  while (!text.consume_front("\"")) {
    if (text.empty())
      return {};
    char sign = text.front();
    text = text.drop_front();
    if (sign != '\\') {
      value.push_back(sign);
      continue;
    }
    char next = text.empty() ? '\0' : text.front();
    if (next == '"' || next == '\\' || next == 'n' || next == 't') {
      value.push_back(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      text = text.drop_front();
      continue;
    }
    unsigned code = 0;
    if (text.size() < 2 || text.take_front(2).getAsInteger(16, code))
      return {};
    value.push_back(static_cast<char>(code));
    text = text.drop_front(2);
  }
  return StringAttr::get(context, value);
}

/// Elements as one attribute.
static Attribute makeArray(MLIRContext *context, Node element,
                           ArrayRef<Attribute> values) {
  if (element.getTag() == "integer")
    return DenseI64ArrayAttr::get(
        context, llvm::map_to_vector(values, [](Attribute value) {
          return cast<IntegerAttr>(value).getInt();
        }));
  if (element.getTag() == "bool")
    return DenseBoolArrayAttr::get(
        context, llvm::map_to_vector(values, [](Attribute value) {
          return cast<BoolAttr>(value).getValue();
        }));
  return ArrayAttr::get(context, values);
}

Attribute Reader::readArray(Node element) {
  SmallVector<Attribute> values;
  do {
    Attribute value = readValue(element);
    if (!value)
      return {};
    values.push_back(value);
  } while (take(","));
  return makeArray(context, element, values);
}

/// The brackets at the start of a text and what is in them, or nothing.
static StringRef getBrackets(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i != text.size(); ++i) {
    if (StringRef("<([{").contains(text[i]))
      ++depth;
    bool isArrow = i && text[i] == '>' && text[i - 1] == '-';
    if (StringRef(">)]}").contains(text[i]) && !isArrow)
      --depth;
    if (!depth)
      return text.take_front(i + 1);
  }
  return "";
}

/// A type or attribute. One of a known name may leave it out.
Attribute Reader::readTypeOrAttribute(Node kind) {
  bool isType = kind.getTag() == "type";
  StringRef name = kind.getText(1);
  std::string whole;
  StringRef rest = text;
  StringRef sign = isType ? "!" : "#";
  bool isStripped = !name.empty() && !text.starts_with(sign);
  if (isStripped) {
    StringRef brackets = text.starts_with("<") ? getBrackets(text) : "";
    if (brackets.empty())
      return {};
    text = text.drop_front(brackets.size());
    whole = (sign + name + brackets).str();
    rest = whole;
  }
  Attribute result;
  if (!isType)
    result = parseAttributeQuietly(context, rest);
  else if (Type type = parseTypeQuietly(context, rest))
    result = TypeAttr::get(type);
  if (isStripped)
    return rest.empty() ? result : Attribute();
  text = rest;
  return result;
}

Attribute Reader::readCase(Node cases) {
  StringRef word = takeWord();
  auto text = word.empty() ? dyn_cast_if_present<StringAttr>(readString())
                           : StringAttr::get(context, word);
  bool isKnown = text && llvm::is_contained(cases.getElements().drop_front(),
                                            Attribute(text));
  return isKnown ? text : Attribute();
}

bool Reader::take(StringRef literal) {
  skipBlanks();
  if (literal.empty())
    return false;
  if (llvm::isAlpha(literal.front()) || literal.front() == '_') {
    StringRef before = text;
    if (takeWord() == literal)
      return true;
    text = before;
    return false;
  }
  // An arrow is one sign.
  if (literal == "-" && text.starts_with("->"))
    return false;
  return text.consume_front(literal);
}

StringRef Reader::takeWord() {
  skipBlanks();
  if (text.empty() || !(llvm::isAlpha(text.front()) || text.front() == '_'))
    return "";
  StringRef word = text.take_while([](char sign) {
    return llvm::isAlnum(sign) || StringRef("_$.").contains(sign);
  });
  text = text.drop_front(word.size());
  return word;
}

/// The value of a parameter of that kind which an attribute stands for, or null
/// if there is none.
static Attribute getValue(Node kind, Attribute part) {
  MLIRContext *context = part.getContext();
  StringRef tag = kind.getTag();
  if (tag == "integer") {
    auto number = dyn_cast<IntegerAttr>(part);
    std::optional<int64_t> value = number ? getInt64(number) : std::nullopt;
    return value && isInRange(kind, *value) ? getIntegerAttr(context, *value)
                                            : Attribute();
  }
  if (tag == "bool")
    return dyn_cast<BoolAttr>(part);
  if (tag == "string") {
    auto text = dyn_cast<StringAttr>(part);
    return text ? StringAttr::get(context, text.getValue()) : Attribute();
  }
  if (tag == "type" || tag == "attribute") {
    auto type = dyn_cast<TypeAttr>(part);
    StringRef name = kind.getText(1);
    if (tag == "type")
      return type && (name.empty() || isNamed(type.getValue(), name))
                 ? part
                 : Attribute();
    return name.empty() || isNamed(part, name) ? part : Attribute();
  }
  if (tag == "enum") {
    bool isKnown =
        llvm::is_contained(kind.getElements().drop_front(), part);
    return isKnown ? part : Attribute();
  }
  if (tag == "optional")
    return isa<UnitAttr>(part) ? part : getValue(kind.getNode(1), part);
  return {};
}

/// The elements of an array of that kind, or nothing if an attribute is none.
static std::optional<SmallVector<Attribute>> getElements(Node element,
                                                         Attribute part) {
  MLIRContext *context = part.getContext();
  SmallVector<Attribute> elements;
  if (auto numbers = dyn_cast<DenseI64ArrayAttr>(part)) {
    for (int64_t number : numbers.asArrayRef())
      elements.push_back(getIntegerAttr(context, number));
  } else if (auto flags = dyn_cast<DenseBoolArrayAttr>(part)) {
    for (bool flag : flags.asArrayRef())
      elements.push_back(BoolAttr::get(context, flag));
  } else if (auto array = dyn_cast<ArrayAttr>(part)) {
    llvm::append_range(elements, array);
  } else {
    return std::nullopt;
  }
  for (Attribute &one : elements) {
    one = getValue(element, one);
    if (!one)
      return std::nullopt;
  }
  return elements;
}

std::optional<std::string> Writer::run(Node form, ArrayAttr values) {
  if (values.size() != parameters.size())
    return std::nullopt;
  for (auto [parameter, part] : llvm::zip(parameters, values)) {
    if (parameter.fallback && part == parameter.fallback) {
      parameter.value = part;
      continue;
    }
    Node kind = parameter.kind;
    if (kind.getTag() == "array") {
      // No text is an array without elements.
      auto elements = getElements(kind.getNode(1), part);
      if (elements && !elements->empty())
        parameter.value = makeArray(context, kind.getNode(1), *elements);
    } else {
      parameter.value = getValue(kind, part);
    }
    if (!parameter.value)
      return std::nullopt;
  }
  writeElements(form.getNode(2).getElements());
  return text;
}

void Writer::writeElements(ArrayRef<Attribute> elements) {
  for (Attribute element : elements)
    writeElement(Node(element));
}

void Writer::writeElement(Node element) {
  StringRef tag = element.getTag();
  if (tag == "space") {
    out << element.getText(1);
  } else if (tag == "literal") {
    out << (element.getFlag(2) ? " " : "") << element.getText(1);
  } else if (tag == "list") {
    writeList(element);
  } else if (tag == "group") {
    bool isThere = isAnyPresent(element.getNode(3)) != element.getFlag(4);
    writeElements(element.getNode(isThere ? 1 : 2).getElements());
  } else if (tag == "variable") {
    Parameter *parameter = getParameter(element.getIndex(1));
    bool isLeftOut = !parameter || (parameter->fallback &&
                                    parameter->value == parameter->fallback);
    if (isLeftOut)
      return;
    out << (element.getFlag(2) ? " " : "");
    writeValue(parameter->kind, parameter->value);
  }
}

void Writer::writeList(Node element) {
  Node indices = element.getNode(1);
  bool hasNames = element.getFlag(2);
  bool isFirst = true;
  bool allOptional = true;
  for (size_t i = 0; i != indices.size(); ++i) {
    Parameter *parameter = getParameter(indices.getIndex(i));
    allOptional &= parameter && parameter->fallback;
  }
  if (element.getFlag(3) && (!allOptional || isAnyPresent(indices)))
    out << ' ';
  for (size_t i = 0; i != indices.size(); ++i) {
    Parameter *parameter = getParameter(indices.getIndex(i));
    if (!parameter ||
        (parameter->fallback && parameter->value == parameter->fallback))
      continue;
    out << (isFirst ? "" : ", ");
    isFirst = false;
    if (hasNames)
      out << parameter->name << " = ";
    writeValue(parameter->kind, parameter->value);
  }
}

void Writer::writeValue(Node kind, Attribute value) {
  StringRef tag = kind.getTag();
  if (tag == "integer") {
    out << cast<IntegerAttr>(value).getInt();
  } else if (tag == "bool") {
    out << (cast<BoolAttr>(value).getValue() ? "true" : "false");
  } else if (tag == "enum") {
    out << cast<StringAttr>(value).getValue();
  } else if (tag == "string") {
    out << '"';
    llvm::printEscapedString(cast<StringAttr>(value).getValue(), out);
    out << '"';
  } else if (tag == "optional") {
    if (!isa<UnitAttr>(value))
      writeValue(kind.getNode(1), value);
  } else if (tag == "array") {
    llvm::interleaveComma(*getElements(kind.getNode(1), value), out,
                          [&](Attribute one) {
                            writeValue(kind.getNode(1), one);
                          });
  } else {
    writeTypeOrAttribute(kind, value);
  }
}

/// One of a known name is written without it, if something is left.
void Writer::writeTypeOrAttribute(Node kind, Attribute value) {
  StringRef name = kind.getText(1);
  auto type = dyn_cast<TypeAttr>(value);
  std::optional<std::string> rest;
  if (kind.getTag() == "type") {
    rest = name.empty() ? std::nullopt
                        : getTextAfterName(type.getValue(), name);
    if (!rest || rest->empty())
      type.getValue().print(out);
  } else {
    rest = name.empty() ? std::nullopt : getTextAfterName(value, name);
    if (!rest || rest->empty())
      value.print(out);
  }
  if (rest)
    out << *rest;
}
