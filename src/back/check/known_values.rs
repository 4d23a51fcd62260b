//! What constraints demand of values, before anything is matched.

use super::type_kinds::{TypeKinds, TypePredicate};
use crate::{back::graph::Place, mlir::ffi::entity::Entity};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};
use std::mem;

/// A value of a [`KnownValues`].
pub(super) type Value = usize;

/// A type or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known<'c> {
    Type(Type<'c>),
    Attribute(Attribute<'c>),
}

/// A text about a place.
#[derive(Debug)]
pub(super) struct Demand {
    pub(super) place: Option<Place>,
    pub(super) text: String,
}

/// Why nothing matches: a demand, and those that contradict it.
#[derive(Debug)]
pub(super) struct Contradiction {
    pub(super) demand: Demand,
    pub(super) others: Vec<Demand>,
}

/// Values, and what is known of them. Values that must be equal are one class.
/// The first contradiction is kept; from then on nothing is certain.
#[derive(Default)]
pub(super) struct KnownValues<'c> {
    /// For each value another one of its class, or itself.
    parents: Vec<Value>,
    /// By the value for which the others of its class stand.
    facts: Vec<Facts<'c>>,
    contradiction: Option<Contradiction>,
    has_changed: bool,
}

/// What is known of a class.
#[derive(Clone, Copy)]
struct Facts<'c> {
    constant: Option<Known<'c>>,
    /// Where a constraint demands the constant, and where it is written.
    demanded_at: Option<Place>,
    written_at: Option<Place>,
    kinds: TypeKinds,
    /// What the types of these kinds are called, and where they are demanded.
    description: &'static str,
    kinds_at: Option<Place>,
    least: Bound,
    greatest: Bound,
}

#[derive(Clone, Copy)]
struct Bound {
    number: i64,
    place: Option<Place>,
}

impl Default for Facts<'_> {
    fn default() -> Self {
        let unbound = |number| Bound {
            number,
            place: None,
        };
        Facts {
            constant: None,
            demanded_at: None,
            written_at: None,
            kinds: TypeKinds::ALL,
            description: "",
            kinds_at: None,
            least: unbound(i64::MIN),
            greatest: unbound(i64::MAX),
        }
    }
}

impl<'c> Facts<'c> {
    fn is_a(&self, ty: Type<'c>) -> bool {
        !self.kinds.and(TypeKinds::of(ty)).is_empty()
    }

    /// What demands the constant, or where it is written.
    fn demand(&self, constant: Known<'c>) -> Demand {
        match self.demanded_at {
            Some(_) => needed(self.demanded_at, &constant.show()),
            None => Demand {
                place: self.written_at,
                text: format!("this is {}", constant.show()),
            },
        }
    }

    fn demand_of_kinds(&self) -> Demand {
        needed(self.kinds_at, self.description)
    }
}

fn needed(place: Option<Place>, what: &str) -> Demand {
    let text = format!("{what} is needed here");
    Demand { place, text }
}

impl<'c> Known<'c> {
    /// How messages show it.
    pub(super) fn show(self) -> String {
        match self {
            Known::Type(ty) => format!("`{ty}`"),
            Known::Attribute(attribute) => match number_text(attribute) {
                Some(number) => format!("`{number}`"),
                None => format!("`{attribute}`"),
            },
        }
    }

    /// The same of numbers whose types matter.
    pub(super) fn show_with_type(self) -> String {
        match self {
            Known::Type(ty) => format!("`{ty}`"),
            Known::Attribute(attribute) => format!("`{attribute}`"),
        }
    }

    /// Whether both are attributes of one type, or one of them is a type.
    pub(super) fn has_type_of(self, other: Self) -> bool {
        match (self, other) {
            (Known::Attribute(one), Known::Attribute(other)) => one.r#type() == other.r#type(),
            _ => true,
        }
    }

    /// Integers of different types may be equal.
    fn equals(self, other: Self) -> bool {
        self == other
            || match (self, other) {
                (Known::Attribute(one), Known::Attribute(other)) => {
                    let number = number_text(one);
                    number.is_some() && number == number_text(other)
                }
                _ => false,
            }
    }

    /// The number that it is, if it fits.
    fn number(self) -> Option<i64> {
        match self {
            Known::Type(_) => None,
            Known::Attribute(attribute) => number_text(attribute)?.parse().ok(),
        }
    }

    /// Equal constants have the same one, and others have not.
    pub(super) fn address(self) -> usize {
        match self {
            Known::Type(ty) => ty.to_raw().ptr.addr(),
            Known::Attribute(attribute) => attribute.to_raw().ptr.addr(),
        }
    }

    pub(super) fn entity(self) -> Entity<'c> {
        match self {
            Known::Type(ty) => Entity::Type(ty),
            Known::Attribute(attribute) => Entity::Attribute(attribute),
        }
    }
}

/// The number in an integer attribute. Numbers are of any width, so they are compared as
/// MLIR writes them, which is the same for equal numbers but those of one bit.
fn number_text(attribute: Attribute<'_>) -> Option<String> {
    if !attribute.is_integer() {
        return None;
    }
    let text = attribute.to_string();
    let number = text.split_once(" : ").map_or(&*text, |(number, _)| number);
    Some(match number {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        _ => number.to_owned(),
    })
}

impl<'c> KnownValues<'c> {
    pub(super) fn add(&mut self) -> Value {
        self.parents.push(self.parents.len());
        self.facts.push(Facts::default());
        self.parents.len() - 1
    }

    /// Adds a constant, which stands at `place`.
    pub(super) fn add_constant(&mut self, constant: Known<'c>, place: Place) -> Value {
        let value = self.add();
        self.facts[value].written_at = Some(place);
        self.set_constant(value, constant, None);
        value
    }

    /// Adds what `values` knows of `value`.
    pub(super) fn add_copy(&mut self, values: &mut Self, value: Value) -> Value {
        let copy = self.add();
        self.facts[copy] = *values.facts(value);
        copy
    }

    /// The value that stands for all of a class.
    pub(super) fn class(&mut self, mut value: Value) -> Value {
        while self.parents[value] != value {
            let parent = self.parents[value];
            self.parents[value] = self.parents[parent];
            value = parent;
        }
        value
    }

    fn facts(&mut self, value: Value) -> &mut Facts<'c> {
        let class = self.class(value);
        &mut self.facts[class]
    }

    pub(super) fn constant(&mut self, value: Value) -> Option<Known<'c>> {
        self.facts(value).constant
    }

    /// What demands the constant that a value is, if a constraint does.
    pub(super) fn demand_of_constant(&mut self, value: Value) -> Option<Demand> {
        let facts = self.facts(value);
        facts.demanded_at?;
        Some(facts.demand(facts.constant?))
    }

    pub(super) fn contradict(&mut self, demand: Demand, others: Vec<Demand>) {
        self.contradiction
            .get_or_insert(Contradiction { demand, others });
    }

    pub(super) fn is_contradictory(&self) -> bool {
        self.contradiction.is_some()
    }

    pub(super) fn take_contradiction(&mut self) -> Option<Contradiction> {
        self.contradiction.take()
    }

    /// Whether something was learnt since the last call.
    pub(super) fn take_change(&mut self) -> bool {
        mem::take(&mut self.has_changed)
    }

    /// Two values are equal.
    pub(super) fn unify(&mut self, one: Value, other: Value, place: Place) {
        let (into, from) = (self.class(one), self.class(other));
        if into == from {
            return;
        }
        self.has_changed = true;
        self.parents[from] = into;
        let (facts, other) = (self.facts[into], self.facts[from]);
        match (facts.constant, other.constant) {
            (Some(one), Some(another)) => self.compare((one, facts), (another, other), place),
            (Some(constant), None) => self.demand_constant(into, constant, facts, other, place),
            (None, Some(constant)) => self.demand_constant(into, constant, other, facts, place),
            (None, None) => {
                if other.kinds != TypeKinds::ALL {
                    self.restrict_to(into, other.kinds, other.description, other.kinds_at);
                }
                self.raise(into, other.least);
                self.lower(into, other.greatest);
                self.check_bounds(into, place);
            }
        }
    }

    /// A class of a value that was not known and of one that is this constant.
    fn demand_constant(
        &mut self,
        class: Value,
        constant: Known<'c>,
        known: Facts<'c>,
        open: Facts<'c>,
        place: Place,
    ) {
        self.facts[class] = Facts {
            written_at: known.written_at,
            ..open
        };
        self.set_constant(class, constant, known.demanded_at.or(Some(place)));
    }

    /// Two constants of one class are equal.
    fn compare(
        &mut self,
        one: (Known<'c>, Facts<'c>),
        other: (Known<'c>, Facts<'c>),
        place: Place,
    ) {
        if one.0.equals(other.0) {
            return;
        }
        // The constant that the constraint itself brings is the demand.
        let (demand, other) = match other.1.demanded_at {
            Some(_) => (one, other),
            None => (other, one),
        };
        let demand = needed(Some(place), &demand.0.show());
        self.contradict(demand, vec![other.1.demand(other.0)]);
    }

    /// A value is this constant.
    pub(super) fn set_constant(&mut self, value: Value, constant: Known<'c>, place: Option<Place>) {
        let facts = *self.facts(value);
        let demand = || needed(place, &constant.show());
        if let Some(known) = facts.constant {
            if !known.equals(constant) {
                self.contradict(demand(), vec![facts.demand(known)]);
            }
            return;
        }
        self.has_changed = true;
        if let Known::Type(ty) = constant
            && !facts.is_a(ty)
        {
            self.contradict(demand(), vec![facts.demand_of_kinds()]);
            return;
        }
        let facts = self.facts(value);
        facts.constant = Some(constant);
        facts.demanded_at = place;
    }

    /// A value is a type of one of the kinds of a predicate.
    pub(super) fn restrict(&mut self, value: Value, to: &TypePredicate, place: Place) {
        self.restrict_to(value, to.kinds, to.description, Some(place));
    }

    fn restrict_to(
        &mut self,
        value: Value,
        kinds: TypeKinds,
        description: &'static str,
        place: Option<Place>,
    ) {
        let facts = *self.facts(value);
        match facts.constant {
            Some(Known::Type(ty)) if kinds.and(TypeKinds::of(ty)).is_empty() => {
                let known = facts.demand(Known::Type(ty));
                self.contradict(needed(place, description), vec![known]);
                return;
            }
            Some(_) => return,
            None => {}
        }
        let both = facts.kinds.and(kinds);
        if both == facts.kinds {
            return;
        }
        if both.is_empty() {
            self.contradict(needed(place, description), vec![facts.demand_of_kinds()]);
            return;
        }
        self.has_changed = true;
        let facts = self.facts(value);
        facts.kinds = both;
        facts.description = description;
        facts.kinds_at = place;
    }

    /// The integer `low` is less than `high`, or at most equal to it.
    pub(super) fn order(&mut self, low: Value, high: Value, is_strict: bool, place: Place) {
        let (low, high) = (self.class(low), self.class(high));
        let constant = |values: &Self, class: Value| values.facts[class].constant;
        // Two constants are compared by the constraint itself.
        if low == high || (constant(self, low).is_some() && constant(self, high).is_some()) {
            return;
        }
        let step = i64::from(is_strict);
        let bound = |number| Bound {
            number,
            place: Some(place),
        };
        let is_bound = |limit: &i64| !matches!(*limit, i64::MIN | i64::MAX);
        if constant(self, low).is_none() {
            let limit = match constant(self, high) {
                Some(constant) => constant.number(),
                None => Some(self.facts[high].greatest.number),
            };
            if let Some(limit) = limit.filter(is_bound) {
                self.lower(low, bound(limit - step));
            }
            self.check_bounds(low, place);
        }
        if constant(self, high).is_none() {
            let limit = match constant(self, low) {
                Some(constant) => constant.number(),
                None => Some(self.facts[low].least.number),
            };
            if let Some(limit) = limit.filter(is_bound) {
                self.raise(high, bound(limit + step));
            }
            self.check_bounds(high, place);
        }
    }

    fn raise(&mut self, class: Value, bound: Bound) {
        let least = &mut self.facts[class].least;
        if bound.number > least.number {
            *least = bound;
            self.has_changed = true;
        }
    }

    fn lower(&mut self, class: Value, bound: Bound) {
        let greatest = &mut self.facts[class].greatest;
        if bound.number < greatest.number {
            *greatest = bound;
            self.has_changed = true;
        }
    }

    fn check_bounds(&mut self, class: Value, place: Place) {
        let Facts {
            least, greatest, ..
        } = self.facts[class];
        if least.number <= greatest.number {
            return;
        }
        let low = needed(
            least.place,
            &format!("a number of at least {}", least.number),
        );
        let high = needed(
            greatest.place,
            &format!("a number of at most {}", greatest.number),
        );
        match least.place == Some(place) {
            true => self.contradict(low, vec![high]),
            false => self.contradict(high, vec![low]),
        }
    }
}
