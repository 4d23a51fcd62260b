//! One operation and one pattern.

use super::{
    census::{Census, State},
    name_of,
    places::{Places, label},
    report::{Binding, Explanation, Failure, Judgement, Label, Verdict},
    words::{Words, describe},
};
use crate::{
    back::reference::{Demand, Outcome, PartId, Record, Step, Tested},
    code::predicates::Known,
    mlir::ffi::{entity::Entity, program::List},
};
use melior::ir::{OperationRef, ValueLike};
use std::cell::RefCell;

pub(super) struct Detail<'d, 'r, 'a, 's> {
    words: &'d Words<'r, 'a>,
    census: &'d Census<'a>,
    record: &'d Record<'a>,
    places: &'d mut Places<'s>,
}

impl<'d, 'r, 'a, 's> Detail<'d, 'r, 'a, 's> {
    pub(super) fn new(
        words: &'d Words<'r, 'a>,
        census: &'d Census<'a>,
        record: &'d Record<'a>,
        places: &'d mut Places<'s>,
    ) -> Self {
        Detail {
            words,
            census,
            record,
            places,
        }
    }

    /// What the record says of the operation.
    pub(super) fn explain(mut self, operation: OperationRef<'a, 'a>) -> Explanation {
        let states = self.census.states(self.record);
        let judgements = (0..states.len()).map(|id| self.judgement(id, &states));
        let judgements = judgements.collect();
        Explanation {
            operation: name_of(operation),
            span: self.places.operation(operation),
            verdict: match self.record.outcome {
                Outcome::Matches => Verdict::Matches,
                Outcome::Fails => Verdict::Fails,
                Outcome::Breaks => Verdict::Breaks,
                Outcome::TooManyUsers => Verdict::TooManyUsers,
            },
            judgements,
            bindings: self.bindings(),
            hints: Vec::new(),
            fate: None,
        }
    }

    fn judgement(&mut self, id: usize, states: &[State]) -> Judgement {
        let demand = self.census.demands[id].demand;
        match states[id] {
            State::Holds => Judgement::Holds,
            State::Unknown => Judgement::Unknown(self.waits_for(id, states)),
            State::Fails => {
                let mut tests = self.record.tests.iter();
                let test = tests.find(|test| test.demand == demand && !test.holds);
                let test = test.expect("the demand has failed in a test");
                let places = RefCell::new(&mut *self.places);
                let line_of = |operation| places.borrow_mut().line(operation);
                let reason = self.words.reason(self.record, test, &line_of);
                Judgement::Fails(Failure {
                    expected: self.words.expected(self.record, test),
                    found: self.words.found(self.record, test),
                    reason,
                    parts: self.parts_that_fail(demand),
                    labels: self.labels(test),
                })
            }
        }
    }

    /// The parts of a constraint of a `.td` file that fail.
    fn parts_that_fail(&self, demand: Demand) -> Vec<String> {
        let Demand::Constraint(index) = demand else {
            return Vec::new();
        };
        let call = &self.words.pattern().constraints[index];
        let [argument] = call.arguments[..] else {
            return Vec::new();
        };
        let bound = self.record.bound[argument.index()];
        let entity = bound.and_then(|part| self.record.parts[part.0].entity.as_ref());
        let Some(entity) = entity.filter(|_| !call.is_negated) else {
            return Vec::new();
        };
        let Some(known) = self.words.natives().attached::<Known>() else {
            return Vec::new();
        };
        known.failing(self.words.name(call.name), |condition| match entity {
            Entity::Attribute(attribute) => condition.holds_for_attribute(*attribute),
            Entity::Operation(operation) => condition.holds_for_operation(*operation),
            Entity::Type(ty) => condition.holds_for_type(*ty),
            Entity::Value(value) => condition.holds_for_type(value.r#type()),
            // A range fails as a whole.
            Entity::Types(_) | Entity::Values(_) => true,
            Entity::Region(_) | Entity::Block(_) => panic!("no constraint takes them"),
        })
    }

    /// The conditions that must hold before one is judged: the one that leads to its
    /// subject, or all.
    fn waits_for(&self, id: usize, states: &[State]) -> Vec<usize> {
        let mut next = self.census.demands[id].parent;
        while let Some(parent) = next {
            if states[parent] == State::Fails {
                return vec![parent];
            }
            next = self.census.demands[parent].parent;
        }
        let fails = |other: &usize| states[*other] == State::Fails;
        (0..states.len()).filter(fails).collect()
    }

    /// The places from the root to what a test is about.
    fn labels(&mut self, test: &Tested<'a>) -> Vec<Label> {
        let mut path = Vec::new();
        let mut next = Some(test.subject);
        while let Some(part) = next {
            path.push(part);
            next = self.record.parts[part.0].parent;
        }
        path.reverse();
        // Constants and results of constraints are nowhere in the program.
        if !matches!(self.record.parts[path[0].0].step, Step::Root) {
            path = vec![PartId(0)];
        }
        let mut labels: Vec<Label> = Vec::new();
        let (last, before) = path.split_last().expect("the path has a subject");
        for part in before {
            let label = self.step_label(*part);
            labels.extend(label);
        }
        let found = self.subject_label(*last, test);
        // What fails says more than how to get there.
        labels.retain(|label| found.as_ref().is_none_or(|found| found.span != label.span));
        labels.dedup_by_key(|label| label.span);
        labels.extend(found);
        labels
    }

    /// How a part leads to what is inside of it, or defines it.
    fn step_label(&mut self, part: PartId) -> Option<Label> {
        let entity = self.record.parts[part.0].entity.as_ref()?;
        let Entity::Operation(operation) = entity else {
            return None;
        };
        let span = self.places.operation(*operation);
        label(span, self.tried_as(part))
    }

    /// Which variable was compared with a part.
    fn tried_as(&self, part: PartId) -> String {
        let entity = &self.record.parts[part.0].entity;
        let stands_for = |node: &crate::back::graph::pattern::NodeId| {
            let bound = self.record.bound[node.index()];
            bound.is_some_and(|bound| self.record.parts[bound.0].entity == *entity)
        };
        let operations = self.words.pattern().nodes.matched_operations();
        let mut operations = operations.map(|(node, _)| node);
        match operations.find(stands_for) {
            Some(node) => format!("tried as {}", self.words.node(node)),
            None => "tried".to_owned(),
        }
    }

    fn subject_label(&mut self, part: PartId, test: &Tested<'a>) -> Option<Label> {
        let span = self.place_of(part);
        let text = match test.demand {
            Demand::Name(_) => self.tried_as(part),
            Demand::Definition(_) => match &self.record.parts[part.0].entity {
                Some(entity) => describe(entity),
                None => "no operation defines it".to_owned(),
            },
            Demand::Constraint(_) => "the argument".to_owned(),
            _ => format!("found {}", self.words.found(self.record, test)),
        };
        label(span, text)
    }

    /// Where a part stands in the program.
    fn place_of(&mut self, id: PartId) -> Option<crate::base::source::Span> {
        let part = &self.record.parts[id.0];
        if let Some(Entity::Operation(operation)) = part.entity {
            return self.places.operation(operation);
        }
        let parent = part.parent?;
        let owner = match self.record.parts[parent.0].entity {
            Some(Entity::Operation(owner)) => owner,
            _ => return self.place_of(parent),
        };
        let known = match &part.step {
            Step::Element(List::PdllOperands, index) => {
                self.places.operands(owner, *index..*index + 1)
            }
            Step::Elements {
                list: List::PdllOperands,
                start,
                length,
            } => self.places.operands(owner, *start..*start + *length),
            Step::Element(List::PdllResults, index) => self.places.result(owner, *index),
            Step::Elements { start, .. } => self.places.result(owner, *start),
            Step::Attribute(name) => {
                let name = self.words.name(*name);
                let value = part.entity.as_ref().and_then(|entity| match entity {
                    Entity::Attribute(attribute) => Some(attribute.to_string()),
                    _ => None,
                });
                self.places.attribute(owner, name, value.as_deref())
            }
            _ => None,
        };
        known.or_else(|| self.places.operation(owner))
    }

    /// What the variables stand for.
    fn bindings(&mut self) -> Vec<Binding> {
        let mut bindings = Vec::new();
        for (node, name) in self.words.variables() {
            if let Some(part) = self.record.bound[node.index()] {
                let span = self.place_of(part);
                bindings.push(Binding { name, span });
            }
        }
        bindings
    }
}
