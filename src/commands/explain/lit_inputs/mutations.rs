//! What breaks one condition of a match is to blame, and nothing else.
//!
//! Each match of all inputs is broken in one place after the other: an attribute is
//! removed or changed, an operand comes from elsewhere or from an operation with another
//! name, or there is one operand more. Afterwards, the program is as before.

use super::{Input, say, visit};
use crate::{
    back::graph::pattern::NodeId,
    back::reference::{Demand, Division, Outcome, PartId, Record, Reference, Step, Tested},
    mlir::ffi::{
        entity::{self, Definition, Entity, operations_in_order},
        ir::parse_module,
        program::List,
    },
};
use melior::ir::{OperationRef, attribute::StringAttribute};
use std::collections::BTreeMap;

/// How often something was broken, by what was.
type Totals = BTreeMap<&'static str, usize>;

#[test]
fn the_broken_condition_of_a_match_is_to_blame() {
    let mut totals = Totals::new();
    let mut differences = Vec::new();
    visit("mutations", |input| {
        let found = check(&input, &mut totals);
        differences.extend(found.map(|found| format!("{}: {found}", input.name)));
    });
    say(&format!("broken conditions: {totals:?}"));
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(totals.values().sum::<usize>() > 500, "many are broken");
    assert_eq!(totals.len(), 5, "conditions of all kinds are broken");
}

/// Breaks all conditions of all matches. Returns the first one that is not to blame.
fn check(input: &Input<'_, '_>, totals: &mut Totals) -> Option<String> {
    let reference = Reference::new(&input.patterns.graph, &input.patterns.natives);
    let operations = operations_in_order(input.module.as_operation());
    for operation in operations.iter().copied() {
        for index in 0..reference.patterns().len() {
            let record = reference.judge(index, operation);
            if record.outcome != Outcome::Matches || searches(&record) {
                continue;
            }
            let match_ = Match {
                input,
                operations: &operations,
                reference: &reference,
                index,
                root: operation,
                record: &record,
            };
            let mut tests = record.tests.iter();
            if let Some(found) = tests.find_map(|test| match_.check(test, totals)) {
                return Some(found);
            }
        }
    }
    None
}

/// Whether operations are found among users, of which another choice may come closest.
fn searches(record: &Record<'_>) -> bool {
    record.num_users > 0
}

struct Match<'m, 'a> {
    input: &'m Input<'m, 'a>,
    operations: &'m [OperationRef<'a, 'a>],
    reference: &'m Reference<'a>,
    index: usize,
    root: OperationRef<'a, 'a>,
    record: &'m Record<'a>,
}

impl<'a> Match<'_, 'a> {
    /// Breaks what a test has found. Returns what else is to blame, if something is.
    fn check(&self, test: &Tested<'a>, totals: &mut Totals) -> Option<String> {
        let part = &self.record.parts[test.subject.0];
        let (what, fails) = match (test.demand, &part.step) {
            (Demand::Attribute(..), Step::Attribute(name)) if self.is_only(test.subject) => {
                let name = self.reference.pool().text(*name);
                (
                    "attribute-present",
                    self.with_attribute(test.subject, name, None)?,
                )
            }
            (Demand::Constant(_), Step::Attribute(name)) => {
                let name = self.reference.pool().text(*name);
                let other = Some("something else of the test");
                (
                    "attribute-value",
                    self.with_attribute(test.subject, name, other)?,
                )
            }
            (Demand::Definition(node), Step::Element(List::PdllOperands, index)) => {
                let fails = self.with_argument(node, test.subject, *index)?;
                ("operand-defined-by", fails)
            }
            (Demand::Name(_), Step::Definition) => {
                ("operation-name", self.with_other_name(test.subject)?)
            }
            (Demand::Groups(node, List::PdllOperands), _) => (
                "operand-count",
                self.with_more_operands(node, test.subject)?,
            ),
            _ => return None,
        };
        *totals.entry(what).or_default() += 1;
        (fails != [test.demand]).then(|| {
            format!(
                "after a change of {:?}, {fails:?} fail: {}",
                test.demand, self.root
            )
        })
    }

    /// The demands that fail now.
    fn fails(&self) -> Vec<Demand> {
        self.fails_for(self.root)
    }

    fn fails_for(&self, root: OperationRef<'a, 'a>) -> Vec<Demand> {
        let record = self.reference.judge(self.index, root);
        let failing = record.tests.iter().filter(|test| !test.holds);
        failing.map(|test| test.demand).collect()
    }

    fn operation(&self, part: PartId) -> Option<OperationRef<'a, 'a>> {
        match self.record.parts[part.0].entity {
            Some(Entity::Operation(operation)) => Some(operation),
            _ => None,
        }
    }

    /// Whether the owner of a part is one of the operations of the match only.
    fn is_only(&self, part: PartId) -> bool {
        let owner = self.record.parts[part.0].parent;
        let owner = owner.and_then(|owner| self.operation(owner));
        owner.is_some_and(|owner| self.is_only_operation(owner))
    }

    fn is_only_operation(&self, operation: OperationRef<'a, 'a>) -> bool {
        let bound = self.record.bound.iter().flatten();
        let same = bound.filter(|part| self.operation(**part) == Some(operation));
        same.count() == 1
    }

    /// What fails with another attribute of that name, or without it.
    fn with_attribute(&self, part: PartId, name: &str, other: Option<&str>) -> Option<Vec<Demand>> {
        if !self.is_only(part) || name.ends_with("SegmentSizes") {
            return None;
        }
        let owner = self.operation(self.record.parts[part.0].parent?)?;
        let before = entity::attribute(owner, name)?;
        let other = other.map(|text| StringAttribute::new(self.input.context, text).into());
        entity::set_attribute(owner, name, other);
        // An operation may have its attribute in a form that cannot be anything else.
        let is_set = entity::attribute(owner, name) == other;
        let fails = is_set.then(|| self.fails());
        entity::set_attribute(owner, name, Some(before));
        fails
    }

    /// Whether a pattern mentions a node once.
    fn is_mentioned_once(&self, node: NodeId) -> bool {
        let mut tests = self.record.tests.iter();
        tests.all(|test| !matches!(test.demand, Demand::Same(same, _) if same == node))
    }

    /// What fails if a value is the argument of a block.
    fn with_argument(&self, node: NodeId, part: PartId, index: usize) -> Option<Vec<Demand>> {
        let user = self.operation(self.record.parts[part.0].parent?)?;
        if !self.is_mentioned_once(node) || !self.is_only(part) {
            return None;
        }
        let before = entity::operands(user)[index];
        let mut others = self
            .operations
            .iter()
            .flat_map(|one| entity::operands(*one));
        let argument = others.find(|other| {
            let is_argument = matches!(entity::definition(*other), Definition::Block(_));
            is_argument && entity::type_of(*other) == entity::type_of(before)
        })?;
        entity::set_operand(user, index, argument);
        let fails = self.fails();
        entity::set_operand(user, index, before);
        Some(fails)
    }

    /// What fails if a definition has another name.
    fn with_other_name(&self, part: PartId) -> Option<Vec<Demand>> {
        let definition = self.operation(part)?;
        let place = self.input.places.name(definition)?;
        let parts = self.record.parts.iter();
        let same = parts.filter(|other| other.entity == self.record.parts[part.0].entity);
        // Only the generic form has quotes, and can have any name.
        if self.input.text.get(place.start)? != &b'"' || same.count() > 1 {
            return None;
        }
        let (before, after) = (
            &self.input.text[..place.start],
            &self.input.text[place.end..],
        );
        let text = [before, b"\"pdll_test.other\"", after].concat();
        let program = parse_module(self.input.context, &text, "in.mlir")?;
        let index = self.operations.iter().position(|one| *one == self.root)?;
        let root = *operations_in_order(program.as_operation()).get(index)?;
        Some(self.fails_for(root))
    }

    /// What fails if an operation has one operand more.
    fn with_more_operands(&self, node: NodeId, part: PartId) -> Option<Vec<Demand>> {
        let operation = self.operation(part)?;
        let (groups, division) = self.reference.groups(self.index, node, List::PdllOperands);
        let before = entity::operands(operation);
        let first = *before.first()?;
        let is_fixed = groups.chars().all(|letter| letter == '1');
        if !is_fixed || division == Division::Segments || !self.is_only_operation(operation) {
            return None;
        }
        entity::set_operands(operation, &[&before[..], &[first]].concat());
        let fails = self.fails();
        entity::set_operands(operation, &before);
        Some(fails)
    }
}
