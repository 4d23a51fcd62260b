// Rewrite rules of TableGen records, as bytes.
//
// MLIR's own classes for rules end the process on a rule that is not as they
// expect. So this file reads the values of records, and checks them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Rules.h"

#include "contract/Ods.h"
#include "tablegen/RuleRecords.h"

#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace pdll;

/// Limits of a tree: recursive functions walk it, and a few lines of TableGen
/// define a tree that contains itself twice, level by level.
static constexpr unsigned maxRuleDepth = 256;
static constexpr unsigned maxNodes = 1 << 16;

namespace {

/// Writes one rule, with the fields in the order of those in src/front/ods/wire.rs
/// and src/front/ods/rules.rs.
class RuleWriter {
public:
  RuleWriter(OdsWire &wire, const Record &rule, RuleRecords &records)
      : wire(wire), rule(rule), records(records) {}

  void run(const OdsFiles &files);

private:
  void field(StringRef name);
  void listField(StringRef name);
  const Init *valueOf(StringRef field);
  void dag(const Init *value, unsigned depth);
  const Record *operatorOf(const DagInit &dag);
  void argument(const Init *value, unsigned depth);
  void name(const StringInit *name);

  OdsWire &wire;
  const Record &rule;
  RuleRecords &records;
  unsigned numNodes = 0;
};

} // namespace

void pdll::writeOdsRules(OdsWire &wire, ArrayRef<const Record *> rules,
                         const OdsFiles &files, OdsPredicates &predicates) {
  RuleRecords records;
  wire.number(rules.size());
  for (const Record *rule : rules)
    RuleWriter(wire, *rule, records).run(files);
  records.write(wire, files, predicates);
}

void RuleWriter::run(const OdsFiles &files) {
  // The first place is that of the def. The `defm` that has instantiated it
  // comes next, and then the one around that.
  wire.number(rule.getLoc().size());
  for (SMLoc place : rule.getLoc())
    files.writePlace(wire, place);
  name(rule.isAnonymous() ? nullptr : cast<StringInit>(rule.getNameInit()));
  field("sourcePattern");
  listField("resultPatterns");
  listField("constraints");
  listField("supplementalPatterns");
  field("benefitDelta");
}

void RuleWriter::field(StringRef name) { dag(valueOf(name), 0); }

void RuleWriter::listField(StringRef name) {
  const auto *list = dyn_cast<ListInit>(valueOf(name));
  if (!list)
    PrintFatalError(&rule, "expected a list of trees in the field `" + name +
                               "` of this rule");
  wire.number(list->size());
  for (const Init *element : list->getElements())
    dag(element, 0);
}

const Init *RuleWriter::valueOf(StringRef field) {
  const RecordVal *value = rule.getValue(field);
  if (!value)
    PrintFatalError(&rule,
                    "expected a rule as the class `Pattern` of "
                    "`mlir/IR/PatternBase.td` makes it, but there is no field "
                    "`" +
                        field + "`");
  return value->getValue();
}

void RuleWriter::dag(const Init *value, unsigned depth) {
  const auto *dag = dyn_cast<DagInit>(value);
  if (!dag)
    PrintFatalError(&rule, "expected a tree in this rule, found `" +
                               value->getAsString() + "`");
  if (depth == maxRuleDepth)
    PrintFatalError(&rule, "a tree of this rule is more than " +
                               Twine(maxRuleDepth) + " levels deep");
  wire.number(records.add(operatorOf(*dag)));
  name(dag->getName());
  wire.number(dag->getNumArgs());
  for (auto [value, label] : dag->getArgAndNames()) {
    argument(value, depth);
    name(label);
  }
}

const Record *RuleWriter::operatorOf(const DagInit &dag) {
  if (const auto *def = dyn_cast<DefInit>(dag.getOperator()))
    return def->getDef();
  PrintFatalError(&rule, "expected the name of a def at the start of a tree in "
                         "this rule, found `" +
                             dag.getOperator()->getAsString() + "`");
}

void RuleWriter::argument(const Init *value, unsigned depth) {
  if (++numNodes > maxNodes)
    PrintFatalError(&rule, "the trees of this rule have more than " +
                               Twine(maxNodes) + " arguments");
  if (isa<UnsetInit>(value))
    return wire.variant(PdllOdsUnsetValue);
  if (isa<DagInit>(value)) {
    wire.variant(PdllOdsDagValue);
    return dag(value, depth + 1);
  }
  if (const auto *def = dyn_cast<DefInit>(value)) {
    wire.variant(PdllOdsRecordValue);
    return wire.number(records.add(def->getDef()));
  }
  if (const auto *text = dyn_cast<StringInit>(value)) {
    wire.variant(PdllOdsTextValue);
    return wire.text(text->getValue());
  }
  if (const auto *number = dyn_cast<IntInit>(value)) {
    wire.variant(PdllOdsNumberValue);
    return wire.signedNumber(number->getValue());
  }
  wire.variant(PdllOdsOtherValue);
  wire.text(value->getAsString());
}

void RuleWriter::name(const StringInit *name) {
  wire.flag(name);
  if (name)
    wire.text(name->getValue());
}
