// Type definitions and predicates of TableGen records, as bytes.
//
// Fields are read from the values of records, which may lack any of them: a
// file that defines a type in its own way is not an error.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/TypeTables.h"

#include "contract/Ods.h"
#include "tablegen/Texts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace pdll;

/// Limits of a condition: recursive functions walk it.
static constexpr unsigned maxTypeDepth = 128;
static constexpr unsigned maxTerms = 1 << 14;

/// The value of a field, or null if there is no such field.
static const Init *valueOf(const Record &record, StringRef field) {
  const RecordVal *value = record.getValue(field);
  return value ? value->getValue() : nullptr;
}

static StringRef textOf(const Record &record, StringRef field) {
  const auto *text = dyn_cast_if_present<StringInit>(valueOf(record, field));
  return text ? text->getValue() : StringRef();
}

static bool flagOf(const Record &record, StringRef field) {
  const auto *flag = dyn_cast_if_present<BitInit>(valueOf(record, field));
  return flag && flag->getValue();
}

static void writePlace(OdsWire &wire, const Record &record,
                       const OdsFiles &files) {
  files.writePlace(wire,
                   record.getLoc().empty() ? SMLoc() : record.getLoc().front());
  wire.none();
}

/// The C++ class of a parameter: a string, or a field of a record.
static StringRef classOf(const Init *parameter) {
  if (const auto *text = dyn_cast<StringInit>(parameter))
    return text->getValue();
  const auto *def = dyn_cast<DefInit>(parameter);
  if (!def)
    return "";
  StringRef accessor = textOf(*def->getDef(), "cppAccessorType");
  return accessor.empty() ? textOf(*def->getDef(), "cppType") : accessor;
}

namespace {

/// Writes types and attributes, with the fields in the order of those in
/// src/front/ods/types.rs.
class DefWriter {
public:
  DefWriter(OdsWire &wire, const RecordKeeper &records) : wire(wire) {
    for (const Record *record : records.getAllDerivedDefinitionsIfDefined(
             "EnumInfo"))
      enums.try_emplace(textOf(*record, "cppType"), record);
  }

  void def(const Record &def);

private:
  void parameter(const Init *value, StringRef name);
  void cases(StringRef cppClass);

  OdsWire &wire;
  /// Enums by their C++ classes.
  StringMap<const Record *> enums;
};

} // namespace

void DefWriter::def(const Record &def) {
  bool isType = def.getValue("typeName");
  wire.text(def.getName());
  wire.text(textOf(def, "cppType"));
  wire.text(textOf(def, isType ? "typeName" : "attrName"));
  const auto *parameters =
      dyn_cast_if_present<DagInit>(valueOf(def, "parameters"));
  wire.number(parameters ? parameters->getNumArgs() : 0);
  if (parameters)
    for (auto [value, label] : parameters->getArgAndNames())
      parameter(value, label ? label->getValue() : "");
  wire.flag(!flagOf(def, "skipDefaultBuilders"));
  wire.flag(flagOf(def, "genVerifyDecl"));
  wire.text(textOf(def, "mnemonic"));
  wire.flag(flagOf(def, "hasCustomAssemblyFormat"));
  wire.text(textOf(def, "assemblyFormat"));
}

void DefWriter::parameter(const Init *value, StringRef name) {
  const auto *def = dyn_cast<DefInit>(value);
  const Record *record = def ? def->getDef() : nullptr;
  auto text = [&](StringRef field) {
    return record ? textOf(*record, field) : StringRef();
  };
  auto isA = [&](StringRef base) {
    return record && record->isSubClassOf(base);
  };
  StringRef cppClass = classOf(value);
  wire.text(name);
  wire.text(cppClass);
  wire.text("get" + convertToCamelFromSnakeCase(name, true));
  wire.flag(!text("defaultValue").empty());
  wire.text(text("defaultValue"));
  // MLIR's own classes of parameters have code that is known here.
  bool isKnown = isA("EnumParameter") || isA("StringRefParameter");
  bool hasCode = !text("parser").empty() || !text("printer").empty();
  wire.flag(hasCode && !isKnown);
  wire.flag(isA("StringRefParameter"));
  cases(cppClass);
}

/// The cases of an enum, or nothing if there is none of that class, and whether
/// values can have several of them.
void DefWriter::cases(StringRef cppClass) {
  const Record *info = enums.lookup(cppClass);
  const auto *list =
      info ? dyn_cast_if_present<ListInit>(valueOf(*info, "enumerants"))
           : nullptr;
  ArrayRef<const Init *> elements;
  if (list)
    elements = list->getElements();
  wire.number(elements.size());
  for (const Init *element : elements) {
    const auto *one = dyn_cast<DefInit>(element);
    wire.text(one ? textOf(*one->getDef(), "str") : "");
    wire.text(one ? textOf(*one->getDef(), "symbol") : "");
  }
  wire.flag(info && info->isSubClassOf("BitEnumBase"));
}

void pdll::writeTypeDefs(OdsWire &wire, const RecordKeeper &records,
                         ArrayRef<const Record *> defs, const OdsFiles &files) {
  DefWriter writer(wire, records);
  wire.number(defs.size());
  for (const Record *def : defs) {
    writePlace(wire, *def, files);
    writer.def(*def);
  }
}

namespace {

/// Writes one predicate or type rule, with the fields in the order of those in
/// src/front/ods/wire.rs and src/front/ods/types.rs.
class PredicateWriter {
public:
  PredicateWriter(OdsWire &wire, const Record &def) : wire(wire), def(def) {}

  void predicate();
  void typeRule();

private:
  void arguments();
  void code();
  const DagInit &list(StringRef field, StringRef op);
  void ruleArgument(const Init *value);
  void operandType(const Init *value);
  void application(const DagInit &dag, unsigned depth);
  void term(const Init *value, unsigned depth);
  const Init *field(StringRef name);
  [[noreturn]] void refuse(const Twine &expected, const Init *found);

  OdsWire &wire;
  const Record &def;
  unsigned numTerms = 0;
  StringRef what = "predicate";
};

} // namespace

void PredicateWriter::predicate() {
  wire.text(def.getName());
  wire.flag(def.isAnonymous());
  arguments();
  if (def.isSubClassOf("TgPredicate")) {
    wire.variant(PdllOdsConditionMeaning);
    return term(field("expression"), 0);
  }
  if (def.isSubClassOf("CppPredicate")) {
    wire.variant(PdllOdsCodeMeaning);
    return code();
  }
  if (!def.isSubClassOf("PdlLibrary"))
    PrintFatalError(&def, "this predicate has no meaning; define it as a "
                          "`TgPredicate` or as a `CppPredicate`");
  wire.variant(PdllOdsLibraryMeaning);
}

void PredicateWriter::arguments() {
  const Init *value = field("arguments");
  const auto *dag = dyn_cast<DagInit>(value);
  const auto *op = dag ? dyn_cast<DefInit>(dag->getOperator()) : nullptr;
  if (!op || op->getDef()->getName() != "args")
    refuse("arguments of the form `(args type:$self, …)`", value);
  wire.number(dag->getNumArgs());
  for (auto [value, label] : dag->getArgAndNames()) {
    const auto *kind = dyn_cast<DefInit>(value);
    if (!kind || !kind->getDef()->isSubClassOf("PdlVariable"))
      refuse("the kind of an argument, such as `type` or `AttrI32`", value);
    wire.text(label ? label->getValue() : "");
    wire.flag(flagOf(*kind->getDef(), "isType"));
    wire.text(textOf(*kind->getDef(), "cppType"));
  }
}

void PredicateWriter::code() {
  wire.text(textOf(def, "check"));
  wire.text(textOf(def, "evaluate"));
  const Init *value = field("capture");
  const auto *list = dyn_cast<ListInit>(value);
  if (!list)
    refuse("a list of C++ expressions in `capture`", value);
  wire.number(list->size());
  for (const Init *element : list->getElements()) {
    const auto *text = dyn_cast<StringInit>(element);
    if (!text)
      refuse("a list of C++ expressions in `capture`", element);
    wire.text(text->getValue());
  }
}

void PredicateWriter::term(const Init *value, unsigned depth) {
  if (++numTerms > maxTerms)
    PrintFatalError(&def, "this " + what + " mentions more than " +
                              Twine(maxTerms) + " arguments");
  if (isa<UnsetInit>(value))
    return wire.variant(PdllOdsVariableTerm);
  if (const auto *dag = dyn_cast<DagInit>(value)) {
    wire.variant(PdllOdsApplicationTerm);
    return application(*dag, depth);
  }
  if (const auto *predicate = dyn_cast<DefInit>(value)) {
    wire.variant(PdllOdsPredicateTerm);
    return wire.text(predicate->getDef()->getName());
  }
  if (const auto *number = dyn_cast<IntInit>(value)) {
    wire.variant(PdllOdsNumberTerm);
    return wire.signedNumber(number->getValue());
  }
  refuse("a predicate, an argument or an integer", value);
}

void PredicateWriter::application(const DagInit &dag, unsigned depth) {
  if (depth == maxTypeDepth)
    PrintFatalError(&def, "this " + what + " is more than " + Twine(maxTypeDepth) +
                              " levels deep");
  const auto *op = dyn_cast<DefInit>(dag.getOperator());
  if (!op)
    refuse("a predicate before its arguments", dag.getOperator());
  wire.text(op->getDef()->getName());
  wire.number(dag.getNumArgs());
  for (auto [value, label] : dag.getArgAndNames()) {
    term(value, depth + 1);
    wire.text(label ? label->getValue() : "");
  }
}

void PredicateWriter::typeRule() {
  what = "type rule";
  wire.text(def.getName());
  wire.text(textOf(def, "operation"));
  const DagInit &results = list("results", "outs");
  wire.number(results.getNumArgs());
  for (auto [value, label] : results.getArgAndNames()) {
    operandType(value);
    wire.text(label ? label->getValue() : "");
  }
  const DagInit &arguments = list("arguments", "ins");
  wire.number(arguments.getNumArgs());
  for (auto [value, label] : arguments.getArgAndNames()) {
    ruleArgument(value);
    wire.text(label ? label->getValue() : "");
  }
  const Init *value = field("verifier");
  const auto *conditions = dyn_cast<ListInit>(value);
  if (!conditions)
    refuse("a list of conditions in `verifier`", value);
  wire.number(conditions->size());
  for (const Init *condition : conditions->getElements())
    term(condition, 0);
}

/// The list of operands or results that a field of a type rule holds.
const DagInit &PredicateWriter::list(StringRef name, StringRef op) {
  const Init *value = field(name);
  const auto *dag = dyn_cast<DagInit>(value);
  const auto *def = dag ? dyn_cast<DefInit>(dag->getOperator()) : nullptr;
  if (!def || def->getDef()->getName() != op)
    refuse("`" + name + "` of the form `(" + op + " value:$x, …)`", value);
  return *dag;
}

void PredicateWriter::ruleArgument(const Init *value) {
  const auto *named = dyn_cast<DefInit>(value);
  if (named && named->getDef()->isSubClassOf("PdlVariable")) {
    if (flagOf(*named->getDef(), "isType"))
      refuse("an operand such as `value:$x`, or an attribute such as "
             "`AttrI32:$n`",
             value);
    wire.variant(PdllOdsRuleAttribute);
    return wire.variant(PdllOdsVariableTerm);
  }
  bool isRange = named && flagOf(*named->getDef(), "isVariadic");
  wire.variant(isRange ? PdllOdsRuleRange : PdllOdsRuleOperand);
  if (isRange)
    return wire.variant(PdllOdsVariableTerm);
  operandType(value);
}

/// What the type of an operand or result must be.
void PredicateWriter::operandType(const Init *value) {
  const auto *named = dyn_cast<DefInit>(value);
  if (!named || !named->getDef()->isSubClassOf("PdlOperand"))
    return term(value, 0);
  if (flagOf(*named->getDef(), "isVariadic"))
    refuse("the type of one result, such as `value:$x`", value);
  wire.variant(PdllOdsVariableTerm);
}

const Init *PredicateWriter::field(StringRef name) {
  if (const Init *value = valueOf(def, name))
    return value;
  PrintFatalError(&def, "expected a " + what +
                            " as the classes of `pdll/PdlTypes.td` "
                            "make it, but there is no field `" +
                            name + "`");
}

void PredicateWriter::refuse(const Twine &expected, const Init *found) {
  PrintFatalError(&def, "expected " + expected + " in this " + what +
                            ", found `" + found->getAsString() + "`");
}

void pdll::writeTypePredicates(OdsWire &wire, ArrayRef<const Record *> defs,
                               const OdsFiles &files) {
  wire.number(defs.size());
  for (const Record *def : defs) {
    writePlace(wire, *def, files);
    PredicateWriter(wire, *def).predicate();
  }
}

void pdll::writeTypeRules(OdsWire &wire, ArrayRef<const Record *> defs,
                          const OdsFiles &files) {
  wire.number(defs.size());
  for (const Record *def : defs) {
    writePlace(wire, *def, files);
    PredicateWriter(wire, *def).typeRule();
  }
}
