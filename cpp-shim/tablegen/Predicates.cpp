// The conditions of constraints, as a list in which they share their parts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Predicates.h"

#include "contract/Ods.h"

#include "mlir/TableGen/Constraint.h"
#include "mlir/TableGen/Predicate.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

#include <optional>

using namespace llvm;
using namespace pdll;
namespace tblgen = mlir::tblgen;

/// How a predicate combines its children, if that is known.
static std::optional<PdllOdsFlatPredicate> combinerOf(const Record &def) {
  if (!def.isSubClassOf("CombinedPred")) {
    if (def.isSubClassOf("CPred"))
      return PdllOdsLeaf;
    return std::nullopt;
  }
  return StringSwitch<std::optional<PdllOdsFlatPredicate>>(
             def.getValueAsDef("kind")->getName())
      .Case("PredCombinerAnd", PdllOdsAnd)
      .Case("PredCombinerOr", PdllOdsOr)
      .Case("PredCombinerNot", PdllOdsNot)
      .Case("PredCombinerSubstLeaves", PdllOdsSubstitute)
      .Case("PredCombinerConcat", PdllOdsConcat)
      .Default(std::nullopt);
}

void OdsPredicates::writeNumber(OdsWire &wire,
                                const tblgen::Constraint &constraint) {
  tblgen::Pred condition = constraint.getPredicate();
  if (condition.isNull())
    wire.none();
  else
    wire.some(number(&condition.getDef()));
}

/// The number of a predicate. It is greater than those of its children.
unsigned OdsPredicates::number(const Record *def) {
  auto known = numberOfPredicate.find(def);
  if (known != numberOfPredicate.end())
    return known->second;
  std::optional<PdllOdsFlatPredicate> combiner = combinerOf(*def);
  if (!combiner)
    PrintFatalError(def, "expected a `CPred`, or a known combination of them");
  if (combiner != PdllOdsLeaf) {
    std::vector<const Record *> children =
        def->getValueAsListOfDefs("children");
    bool takesMany = combiner == PdllOdsAnd || combiner == PdllOdsOr;
    if (!takesMany && children.size() != 1)
      PrintFatalError(def, "expected one child in this predicate, found " +
                               Twine(children.size()));
    for (const Record *child : children)
      number(child);
  }
  unsigned added = predicates.size();
  predicates.push_back(def);
  numberOfPredicate[def] = added;
  return added;
}

void OdsPredicates::writeAll(OdsWire &wire) {
  wire.number(predicates.size());
  for (const Record *def : predicates)
    write(wire, *def);
}

void OdsPredicates::write(OdsWire &wire, const Record &def) {
  PdllOdsFlatPredicate combiner = *combinerOf(def);
  wire.variant(combiner);
  if (combiner == PdllOdsLeaf)
    return wire.text(def.getValueAsString("predExpr"));
  std::vector<const Record *> children = def.getValueAsListOfDefs("children");
  if (combiner == PdllOdsSubstitute || combiner == PdllOdsConcat) {
    bool substitutes = combiner == PdllOdsSubstitute;
    wire.text(def.getValueAsString(substitutes ? "pattern" : "prefix"));
    wire.text(def.getValueAsString(substitutes ? "replacement" : "suffix"));
  } else if (combiner != PdllOdsNot) {
    wire.number(children.size());
  }
  for (const Record *child : children)
    wire.number(number(child));
}
