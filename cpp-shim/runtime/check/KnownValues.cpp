// What constraints demand of values, before anything is matched.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/KnownValues.h"
#include "std/Numbers.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

//===- Constants ----------------------------------------------------------===//

std::string pdll::show(KnownConstant constant) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << '`';
  if (auto type = dyn_cast_if_present<Type>(constant))
    type.print(out);
  else if (auto integer = dyn_cast<IntegerAttr>(cast<Attribute>(constant)))
    getNumber(integer).print(out, getNumber(integer).isSigned());
  else
    cast<Attribute>(constant).print(out);
  out << '`';
  return text;
}

bool pdll::areEqual(KnownConstant lhs, KnownConstant rhs) {
  if (lhs == rhs)
    return true;
  auto left = dyn_cast_if_present<Attribute>(lhs);
  auto right = dyn_cast_if_present<Attribute>(rhs);
  return left && right && isa<IntegerAttr>(left) && isa<IntegerAttr>(right) &&
         isSameNumber(left, right);
}

//===- Classes ------------------------------------------------------------===//

unsigned KnownValues::add() {
  parents.push_back(parents.size());
  facts.emplace_back();
  return parents.size() - 1;
}

unsigned KnownValues::addConstant(KnownConstant constant, LocationAttr place) {
  unsigned value = add();
  facts[value].writtenAt = place;
  setConstant(value, constant, {});
  return value;
}

unsigned KnownValues::addCopy(const KnownValues &values, unsigned value) {
  unsigned copy = add();
  facts[copy] = values.facts[values.getClass(value)];
  return copy;
}

unsigned KnownValues::getClass(unsigned value) const {
  while (parents[value] != value)
    value = parents[value];
  return value;
}

std::string KnownValues::show(unsigned value) const {
  return pdll::show(getConstant(value));
}

Demand KnownValues::getDemand(const Facts &facts) {
  if (facts.demandedAt)
    return {facts.demandedAt, pdll::show(facts.constant) + " is needed here"};
  return {facts.writtenAt, "this is " + pdll::show(facts.constant)};
}

void KnownValues::noteConstant(unsigned value,
                               Contradiction &contradiction) const {
  const Facts &known = facts[getClass(value)];
  if (known.constant && known.demandedAt)
    contradiction.others.push_back(getDemand(known));
}

void KnownValues::contradict(Contradiction found) {
  if (!contradiction)
    contradiction = std::move(found);
}

//===- Facts --------------------------------------------------------------===//

void KnownValues::unify(unsigned lhs, unsigned rhs, LocationAttr place) {
  unsigned into = getClass(lhs), from = getClass(rhs);
  if (into == from)
    return;
  hasChanged = true;
  Facts other = facts[from];
  parents[from] = into;
  Facts &facts = this->facts[into];
  if (other.constant && facts.constant) {
    mergeConstants(facts, other, place);
    return;
  }
  if (other.constant || facts.constant) {
    // The constraint demands it of the value that was not known.
    Facts known = other.constant ? other : facts;
    Facts open = other.constant ? facts : other;
    facts = open;
    facts.writtenAt = known.writtenAt;
    setConstant(into, known.constant,
                known.demandedAt ? known.demandedAt : place);
    return;
  }
  if (other.kinds != allTypeKinds)
    restrict(into, other.kinds, other.description, other.kindsAt);
  raise(facts, other.least);
  lower(facts, other.greatest);
  checkBounds(facts, place);
}

void KnownValues::mergeConstants(Facts &into, const Facts &from,
                                 LocationAttr place) {
  if (areEqual(into.constant, from.constant))
    return;
  // The constant that the constraint itself brings is the demand.
  const Facts &demand = from.demandedAt ? into : from;
  const Facts &other = from.demandedAt ? from : into;
  contradict({{place, pdll::show(demand.constant) + " is needed here"},
              {getDemand(other)}});
}

void KnownValues::setConstant(unsigned value, KnownConstant constant,
                              LocationAttr place) {
  Facts &facts = this->facts[getClass(value)];
  if (facts.constant) {
    if (!areEqual(facts.constant, constant))
      contradict({{place, pdll::show(constant) + " is needed here"},
                  {getDemand(facts)}});
    return;
  }
  hasChanged = true;
  if (auto type = dyn_cast<Type>(constant))
    if (!(facts.kinds & getTypeKind(type))) {
      contradict({{place, pdll::show(constant) + " is needed here"},
                  {{facts.kindsAt, facts.description + " is needed here"}}});
      return;
    }
  facts.constant = constant;
  facts.demandedAt = place;
}

void KnownValues::restrict(unsigned value, TypeKinds kinds,
                           StringRef description, LocationAttr place) {
  Facts &facts = this->facts[getClass(value)];
  if (auto type = dyn_cast_if_present<Type>(facts.constant)) {
    if (!(kinds & getTypeKind(type)))
      contradict({{place, (description + " is needed here").str()},
                  {getDemand(facts)}});
    return;
  }
  if (facts.constant || (facts.kinds & kinds) == facts.kinds)
    return;
  if (!(facts.kinds & kinds)) {
    contradict({{place, (description + " is needed here").str()},
                {{facts.kindsAt, facts.description + " is needed here"}}});
    return;
  }
  hasChanged = true;
  facts.kinds &= kinds;
  facts.description = description.str();
  facts.kindsAt = place;
}

//===- Order --------------------------------------------------------------===//

bool KnownValues::raise(Facts &facts, Bound bound) {
  if (bound.number <= facts.least.number)
    return false;
  facts.least = bound;
  return hasChanged = true;
}

bool KnownValues::lower(Facts &facts, Bound bound) {
  if (bound.number >= facts.greatest.number)
    return false;
  facts.greatest = bound;
  return hasChanged = true;
}

void KnownValues::checkBounds(const Facts &facts, LocationAttr place) {
  const Bound &least = facts.least, &greatest = facts.greatest;
  if (least.number <= greatest.number)
    return;
  Demand low = {least.place, "a number of at least " +
                                 std::to_string(least.number) +
                                 " is needed here"};
  Demand high = {greatest.place, "a number of at most " +
                                     std::to_string(greatest.number) +
                                     " is needed here"};
  if (least.place == place)
    std::swap(low, high);
  contradict({high, {low}});
}

/// The number that a constant is, if it is one.
static std::optional<int64_t> getNumberOf(KnownConstant constant) {
  auto integer = dyn_cast_if_present<IntegerAttr>(
      dyn_cast_if_present<Attribute>(constant));
  return integer ? getInt64(integer) : std::nullopt;
}

void KnownValues::order(unsigned lhs, unsigned rhs, bool isStrict,
                        LocationAttr place) {
  Facts &low = facts[getClass(lhs)], &high = facts[getClass(rhs)];
  // Two constants are compared by the constraint itself.
  if (&low == &high || (low.constant && high.constant))
    return;
  if (!low.constant) {
    std::optional<int64_t> limit =
        high.constant ? getNumberOf(high.constant) : high.greatest.number;
    if (limit && *limit != INT64_MIN && *limit != INT64_MAX)
      lower(low, {*limit - isStrict, place});
    checkBounds(low, place);
  }
  if (!high.constant) {
    std::optional<int64_t> limit =
        low.constant ? getNumberOf(low.constant) : low.least.number;
    if (limit && *limit != INT64_MIN && *limit != INT64_MAX)
      raise(high, {*limit + isStrict, place});
    checkBounds(high, place);
  }
}
