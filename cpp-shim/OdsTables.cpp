// Operations and constraints of TableGen records, as JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OdsTables.h"

#include "mlir/Support/IndentedOstream.h"
#include "mlir/TableGen/Interfaces.h"
#include "mlir/TableGen/Operator.h"
#include "mlir/TableGen/Predicate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace pdll;
namespace tblgen = mlir::tblgen;

namespace {

/// Writes the tables of one set of records.
class Writer {
public:
  Writer(json::OStream &json, const RecordKeeper &records,
         const OdsFiles &files)
      : json(json), records(records), files(files) {}

  void run();

private:
  void operation(const tblgen::Operator &op);
  void groups(StringRef field, tblgen::Operator::const_value_range groups);
  void attributes(const tblgen::Operator &op);
  void properties(const tblgen::Operator &op);
  void lengths(StringRef field, bool segments, bool equal);
  void traits(const tblgen::Operator &op);

  void constraint(StringRef subject, const tblgen::Constraint &constraint,
                  StringRef storage);
  void interface(const tblgen::OpInterface &interface);
  void placed(ArrayRef<SMLoc> places, std::optional<unsigned> predicate,
              function_ref<void()> writeFields);
  unsigned predicate(const Record *def);
  void writePredicates();
  void writePredicate(const Record &def, StringRef combiner);

  void text(StringRef field, StringRef text);
  std::string nameOf(const tblgen::Constraint &constraint);

  json::OStream &json;
  const RecordKeeper &records;
  const OdsFiles &files;
  /// The predicates of all constraints, children first.
  std::vector<const Record *> predicates;
  DenseMap<const Record *, unsigned> numberOfPredicate;
};

} // namespace

/// Whether a def is a constraint that has a name to call it by and holds of
/// one entity.
static bool isNamedConstraint(const Record &def) {
  return !def.isAnonymous() && !def.isSubClassOf("DeclareInterfaceMethods") &&
         !def.isSubClassOf("Variadic") && !def.isSubClassOf("Optional");
}

static StringRef storageOf(const Record &def) {
  // A plain constraint of attributes names no class.
  return def.isSubClassOf("Attr") ? tblgen::Attribute(&def).getStorageType()
                                  : "::mlir::Attribute";
}

void Writer::run() {
  json.attributeArray("operations", [&] {
    for (const Record *def : records.getAllDerivedDefinitionsIfDefined("Op")) {
      tblgen::Operator op(def);
      placed(op.getLoc(), std::nullopt, [&] { operation(op); });
    }
  });
  json.attributeArray("constraints", [&] {
    for (const Record *def :
         records.getAllDerivedDefinitionsIfDefined("AttrConstraint"))
      if (isNamedConstraint(*def))
        constraint("attribute",
                   tblgen::Constraint(def, tblgen::Constraint::CK_Attr),
                   storageOf(*def));
    for (const Record *def :
         records.getAllDerivedDefinitionsIfDefined("TypeConstraint")) {
      if (!isNamedConstraint(*def))
        continue;
      tblgen::TypeConstraint type(def, tblgen::Constraint::CK_Type);
      constraint("type", type, type.getCppType());
    }
    for (const Record *def :
         records.getAllDerivedDefinitionsIfDefined("OpInterface"))
      if (isNamedConstraint(*def))
        interface(tblgen::OpInterface(def));
  });
  writePredicates();
}

void Writer::operation(const tblgen::Operator &op) {
  json.attribute("name", op.getOperationName());
  json.attribute("class", op.getQualCppClassName());
  text("summary", op.getSummary());
  text("description", op.getDescription());
  groups("operands", op.getOperands());
  groups("results", op.getResults());
  attributes(op);
  properties(op);
  lengths("operand_lengths",
          op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments"),
          op.getTrait("::mlir::OpTrait::SameVariadicOperandSize"));
  lengths("result_lengths",
          op.getTrait("::mlir::OpTrait::AttrSizedResultSegments"),
          op.getTrait("::mlir::OpTrait::SameVariadicResultSize"));
  json.attribute("infers_result_types",
                 op.getTrait("::mlir::InferTypeOpInterface::Trait") != nullptr);
  json.attribute("regions", op.getNumRegions());
  json.attribute("successors", op.getNumSuccessors());
  traits(op);
}

void Writer::groups(StringRef field,
                    tblgen::Operator::const_value_range groups) {
  json.attributeArray(field, [&] {
    for (const tblgen::NamedTypeConstraint &group : groups)
      json.object([&] {
        json.attribute("name", group.name);
        json.attribute("arity", group.isOptional()   ? "optional"
                                : group.isVariadic() ? "variadic"
                                                     : "single");
        json.attribute("constraint", nameOf(group.constraint));
      });
  });
}

void Writer::attributes(const tblgen::Operator &op) {
  json.attributeArray("attributes", [&] {
    for (const tblgen::NamedAttribute &attribute : op.getAttributes()) {
      if (attribute.attr.isDerivedAttr())
        continue;
      bool hasDefault = attribute.attr.hasDefaultValue();
      json.object([&] {
        json.attribute("name", attribute.name);
        json.attribute("is_optional",
                       hasDefault || attribute.attr.isOptional());
        json.attribute("has_default", hasDefault);
        json.attribute("constraint", nameOf(attribute.attr));
        json.attribute("storage", attribute.attr.getStorageType());
      });
    }
  });
}

void Writer::properties(const tblgen::Operator &op) {
  json.attributeArray("properties", [&] {
    for (const tblgen::NamedProperty &property : op.getProperties())
      json.object([&] {
        json.attribute("name", property.name);
        json.attribute("has_default", property.prop.hasDefaultValue());
        json.attribute("storage", property.prop.getStorageType());
      });
  });
}

void Writer::lengths(StringRef field, bool segments, bool equal) {
  json.attribute(field, segments ? "segments" : equal ? "equal" : "counted");
}

void Writer::traits(const tblgen::Operator &op) {
  json.attributeArray("traits", [&] {
    for (const tblgen::Trait &trait : op.getTraits()) {
      if (const auto *native = dyn_cast<tblgen::NativeTrait>(&trait))
        json.value(native->getFullyQualifiedTraitName());
      else if (const auto *interface = dyn_cast<tblgen::InterfaceTrait>(&trait))
        json.value(interface->getFullyQualifiedTraitName());
      // The others are no C++ classes.
    }
  });
}

void Writer::constraint(StringRef subject, const tblgen::Constraint &constraint,
                        StringRef storage) {
  const Record &def = constraint.getDef();
  tblgen::Pred condition = constraint.getPredicate();
  std::optional<unsigned> number;
  // An unknown kind of predicate is refused before MLIR meets it.
  if (!condition.isNull())
    number = predicate(&condition.getDef());
  placed(def.getLoc(), number, [&] {
    json.attribute("name", def.getName());
    json.attribute("subject", subject);
    text("summary", constraint.getSummary());
    text("description", constraint.getDescription());
    json.attribute("condition",
                   number ? constraint.getConditionTemplate() : "true");
    json.attribute("class", storage);
  });
}

void Writer::interface(const tblgen::OpInterface &interface) {
  std::string name = interface.getFullyQualifiedName();
  placed(interface.getDef().getLoc(), std::nullopt, [&] {
    json.attribute("name", interface.getDef().getName());
    json.attribute("subject", "operation");
    text("description", interface.getDescription().value_or(""));
    json.attribute("condition", "::llvm::isa<" + name + ">($_self)");
    json.attribute("class", name);
  });
}

/// Writes an object that has a place, and a predicate if it is a constraint
/// with one.
void Writer::placed(ArrayRef<SMLoc> places, std::optional<unsigned> predicate,
                    function_ref<void()> writeFields) {
  json.object([&] {
    json.attributeBegin("place");
    files.writePlace(json, places.empty() ? SMLoc() : places.front());
    json.attributeEnd();
    json.attribute("predicate", predicate);
    json.attributeObject("value", writeFields);
  });
}

/// How the children of a predicate are combined.
static StringRef combinerOf(const Record &def) {
  if (!def.isSubClassOf("CombinedPred"))
    return def.isSubClassOf("CPred") ? "leaf" : "";
  return StringSwitch<StringRef>(def.getValueAsDef("kind")->getName())
      .Case("PredCombinerAnd", "and")
      .Case("PredCombinerOr", "or")
      .Case("PredCombinerNot", "not")
      .Case("PredCombinerSubstLeaves", "substitute")
      .Case("PredCombinerConcat", "concat")
      .Default("");
}

/// The number of a predicate, which comes after those of its children.
unsigned Writer::predicate(const Record *def) {
  auto known = numberOfPredicate.find(def);
  if (known != numberOfPredicate.end())
    return known->second;
  StringRef combiner = combinerOf(*def);
  if (combiner.empty())
    PrintFatalError(def, "expected a `CPred`, or a known combination of them");
  if (combiner != "leaf") {
    size_t count = def->getValueAsListOfDefs("children").size();
    bool takesMany = combiner == "and" || combiner == "or";
    if (!takesMany && count != 1)
      PrintFatalError(def, "expected one child in this predicate, found " +
                               Twine(count));
    for (const Record *child : def->getValueAsListOfDefs("children"))
      predicate(child);
  }
  unsigned number = predicates.size();
  predicates.push_back(def);
  numberOfPredicate[def] = number;
  return number;
}

void Writer::writePredicates() {
  json.attributeArray("predicates", [&] {
    for (const Record *def : predicates)
      json.object([&] { writePredicate(*def, combinerOf(*def)); });
  });
}

void Writer::writePredicate(const Record &def, StringRef combiner) {
  if (combiner == "leaf")
    return json.attribute(combiner, def.getValueAsString("predExpr"));
  std::vector<const Record *> children = def.getValueAsListOfDefs("children");
  if (combiner == "and" || combiner == "or")
    return json.attributeArray(combiner, [&] {
      for (const Record *child : children)
        json.value(predicate(child));
    });
  unsigned child = predicate(children.front());
  if (combiner == "not")
    return json.attribute(combiner, child);
  bool substitutes = combiner == "substitute";
  StringRef first = substitutes ? "pattern" : "prefix";
  StringRef second = substitutes ? "replacement" : "suffix";
  json.attributeObject(combiner, [&] {
    json.attribute(first, def.getValueAsString(first));
    json.attribute(second, def.getValueAsString(second));
    json.attribute("child", child);
  });
}

/// Writes a text, unless it is empty, without the indentation and the blank
/// lines around it that definitions have.
void Writer::text(StringRef field, StringRef text) {
  text = text.rtrim();
  if (text.empty())
    return;
  if (!text.contains('\n'))
    return json.attribute(field, text.ltrim());
  std::string plain;
  raw_string_ostream stream(plain);
  mlir::raw_indented_ostream(stream).printReindented(text);
  json.attribute(field, StringRef(plain).trim("\n"));
}

/// The def of a constraint, or of what it is made of; its summary when that
/// has no name.
std::string Writer::nameOf(const tblgen::Constraint &constraint) {
  StringRef name = constraint.getDefName();
  const Record *def = records.getDef(name);
  if (def && !def->isAnonymous())
    return name.str();
  StringRef summary = constraint.getSummary();
  return summary == constraint.getDef().getName() ? "" : summary.str();
}

void pdll::writeOdsTables(json::OStream &json, const RecordKeeper &records,
                          const OdsFiles &files) {
  Writer(json, records, files).run();
}
