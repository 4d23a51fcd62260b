//! Native constraints and guards, which follow the structure.

use super::{
    attempt::Attempt,
    record::{Answer, Demand, Finding, PartId, Step},
};
use crate::{
    back::graph::{
        guards::{self, Guard},
        pattern::{Call, NodeId},
        statements,
    },
    mlir::ffi::{
        entity::{self, Definition, Entity},
        native,
    },
};
use melior::ir::OperationRef;

/// The length up to which a rewrite may make a range longer.
const MAX_LENGTH: usize = 1 << 20;

impl<'a> Attempt<'_, 'a> {
    /// Calls the constraints, and checks the guards, until one does not hold.
    pub(super) fn check_conditions(&mut self) {
        let pattern = self.pattern;
        for (index, call) in pattern.constraints.iter().enumerate() {
            self.call(index, call);
            if !self.holds() {
                return;
            }
        }
        let guards = guards::collect(pattern, &statements::ordered_statements(pattern));
        let mut same = Vec::new();
        for (index, guard) in guards.into_iter().enumerate() {
            // One operation in place of two does not survive itself, but that is no news.
            if let Guard::Survives { erased, needed } = guard
                && same.contains(&(erased, needed))
            {
                continue;
            }
            self.check_guard(Demand::Guard(index), guard);
            if let Guard::Distinct(first, second) = guard
                && !self.tests.last().is_some_and(|test| test.holds)
            {
                same.push((first, second));
            }
        }
    }

    fn call(&mut self, index: usize, call: &Call) {
        let parts: Vec<_> = call
            .arguments
            .iter()
            .map(|node| self.locate(*node))
            .collect();
        let argument = |part: &Option<PartId>| part.and_then(|part| self.entity(part).cloned());
        let arguments: Vec<_> = parts.iter().map(argument).collect();
        let reference = self.reference;
        let answer = reference.natives.call_constraint(
            reference.graph.context(),
            reference.pool().text(call.name),
            &arguments,
            call.results.len(),
        );
        let (answer, results) = match answer {
            native::Answer::Holds(results) => (Answer::Holds, results),
            native::Answer::Fails(reason) => (Answer::Fails(reason), Vec::new()),
            native::Answer::Breaks(reason) => (Answer::Broken(reason), Vec::new()),
            native::Answer::MissesArgument => (Answer::MissesArgument, Vec::new()),
        };
        let holds = match call.is_negated {
            true => matches!(answer, Answer::Fails(_)),
            false => answer == Answer::Holds,
        };
        let subject = parts.iter().flatten().next().copied().unwrap_or(PartId(0));
        let demand = Demand::Constraint(index);
        self.test(demand, subject, Finding::Answer(answer), holds);
        self.bind_results(index, call, results);
    }

    /// The results of a constraint must equal what operations have in their places.
    /// Those of a negated constraint do not exist.
    fn bind_results(&mut self, index: usize, call: &Call, results: Vec<Option<Entity<'a>>>) {
        let mut results = results.into_iter();
        for (number, node) in call.results.iter().enumerate() {
            let step = Step::Returned {
                constraint: index,
                result: number,
            };
            let result = results.next().flatten();
            let part = self.add_part(None, step, result);
            self.bound[node.index()] = Some(part);
            self.compare_mentions(*node, part);
        }
    }

    fn compare_mentions(&mut self, node: NodeId, result: PartId) {
        for (mentioned, mention, part) in self.returned.clone() {
            if mentioned == node {
                self.test_same(Demand::Same(node, mention), part, result);
            }
        }
    }

    fn check_guard(&mut self, demand: Demand, guard: Guard) {
        match guard {
            Guard::Distinct(first, second) => {
                let [first, second] = [first, second].map(|node| self.part(node));
                let holds = self.entity(first) != self.entity(second);
                self.test_with(demand, [second, first], Finding::Fact(holds), holds);
            }
            Guard::Survives { erased, needed } => {
                let [erased, needed] = [erased, needed].map(|node| self.part(node));
                let holds = survives(self.entity(needed), self.operation(erased));
                self.test_with(demand, [needed, erased], Finding::Fact(holds), holds);
            }
            Guard::Fits {
                attribute,
                operation,
                name,
            } => {
                let part = self.part(attribute);
                let pool = self.reference.pool();
                let [operation_text, name_text] = [operation, name].map(|name| pool.text(name));
                let holds = match self.entity(part) {
                    Some(Entity::Attribute(attribute)) => {
                        entity::attribute_fits(*attribute, operation_text, name_text)
                    }
                    _ => false,
                };
                self.test(demand, part, Finding::Fact(holds), holds);
            }
            Guard::Bounded(range) => {
                let part = self.part(range);
                let length = match self.entity(part) {
                    Some(Entity::Values(values)) => values.len(),
                    Some(Entity::Types(types)) => types.len(),
                    other => panic!("{other:?} is not a range"),
                };
                self.test(
                    demand,
                    part,
                    Finding::Fact(length <= MAX_LENGTH),
                    length <= MAX_LENGTH,
                );
            }
        }
    }

    /// What a node stands for that the rewrite mentions.
    fn part(&mut self, node: NodeId) -> PartId {
        self.locate(node)
            .expect("the checks have found what determines the value")
    }
}

/// Whether something is still there after an operation has been erased, with all that
/// it holds.
fn survives<'a>(needed: Option<&Entity<'a>>, erased: OperationRef<'a, 'a>) -> bool {
    let is_inside = |operation| {
        let mut outer = entity::with_ancestors(operation);
        outer.any(|outer| outer == erased)
    };
    let vanishes = |value| match entity::definition(value) {
        Definition::Result(owner, _) | Definition::Block(Some(owner)) => is_inside(owner),
        Definition::Block(None) => false,
    };
    match needed {
        None => false,
        Some(Entity::Operation(operation)) => !is_inside(*operation),
        Some(Entity::Value(value)) => !vanishes(*value),
        Some(Entity::Values(values)) => !values.iter().any(|value| vanishes(*value)),
        Some(Entity::Attribute(_) | Entity::Type(_) | Entity::Types(_)) => true,
        Some(Entity::Region(_) | Entity::Block(_)) => panic!("no rewrite needs them"),
    }
}
