//! Operations that are found among the users of values, or in blocks.

use super::{
    Reference,
    attempt::Attempt,
    record::{Answer, Demand, Finding, Mention, Outcome, PartId, Record, Step, Trial},
};
use crate::{
    back::graph::pattern::{Node, NodeId, Pattern},
    mlir::ffi::entity::{self, Entity},
};
use melior::ir::OperationRef;

/// The number of users that are tried, with those of all choices, unless somebody
/// wants fewer.
#[cfg(test)]
pub(super) const MAX_USERS: usize = 1 << 20;

/// Compares an operation with a pattern.
pub(super) fn search<'a>(
    reference: &Reference<'a>,
    pattern: &Pattern,
    operation: OperationRef<'a, 'a>,
    trial: Trial<'a>,
) -> Record<'a> {
    let mut first = Attempt::new(reference, pattern, trial.replacement);
    let root = first.add_part(None, Step::Root, Some(Entity::Operation(operation)));
    first.unify(pattern.root, Mention::Root, root);
    // The next one is the last one.
    let mut open = vec![first];
    let mut closest: Option<Attempt<'_, 'a>> = None;
    let mut num_users = 0;
    while let Some(mut attempt) = open.pop() {
        let Some(choices) = attempt.advance(trial.max_users - num_users) else {
            return attempt.record(Outcome::TooManyUsers, trial.max_users);
        };
        num_users += choices.len();
        if attempt.holds() && choices.is_empty() {
            return attempt.record(Outcome::Matches, num_users);
        }
        if attempt.is_broken() {
            return attempt.record(Outcome::Breaks, num_users);
        }
        if choices.is_empty() && closest.as_ref().is_none_or(|one| attempt.is_closer(one)) {
            closest = Some(attempt);
        }
        open.extend(choices.into_iter().rev());
    }
    let closest = closest.expect("the first one has ended");
    closest.record(Outcome::Fails, num_users)
}

impl<'r, 'a> Attempt<'r, 'a> {
    /// Makes all tests that do not depend on a choice. Returns the ways to choose the
    /// next operation among the users of a value or in a block, if that comes next; nothing
    /// if there are more than `max_users`.
    fn advance(&mut self, max_users: usize) -> Option<Vec<Self>> {
        self.compare_found();
        if !self.holds() {
            return Some(Vec::new());
        }
        if let Some((node, among)) = self.find_used().or_else(|| self.find_inside()) {
            return self.choices(node, among, max_users);
        }
        self.locate_all();
        if self.holds() {
            self.check_conditions();
        }
        Some(Vec::new())
    }

    /// An operation that has not been found, and a value of the match that it uses.
    fn find_used(&mut self) -> Option<(NodeId, PartId)> {
        let pattern = self.pattern;
        for (node, operation) in pattern.nodes.matched_operations() {
            if self.bound[node.index()].is_some() {
                continue;
            }
            for entry in &operation.operands.entries {
                if let Some(value) = self.locate(*entry) {
                    return Some((node, value));
                }
            }
        }
        None
    }

    /// The ways to choose a user of a value, or an operation of a block. Without any, a
    /// test has failed.
    fn choices(&mut self, node: NodeId, among: PartId, max_users: usize) -> Option<Vec<Self>> {
        let most = max_users + 1;
        let found = match self.entity(among) {
            Some(Entity::Value(value)) => entity::users(*value, most),
            Some(Entity::Values(values)) => match values.first() {
                Some(first) => entity::users(*first, most),
                None => Vec::new(),
            },
            Some(Entity::Block(block)) => block.operations().take(most).collect(),
            _ => Vec::new(),
        };
        if found.len() > max_users {
            return None;
        }
        if found.is_empty() {
            let demand = Demand::Presence(node);
            self.test(demand, among, Finding::Nothing, false);
        }
        let block = match self.entity(among) {
            Some(Entity::Block(_)) => self.pattern.nodes.operation(node).inside,
            _ => None,
        };
        let found = found.into_iter().enumerate();
        let choices = found.map(|(index, operation)| {
            let mut choice = self.clone();
            let (step, mention) = match block {
                Some(block) => (Step::Inside(index), Mention::Inside(block)),
                None => (Step::User(index), Mention::User),
            };
            let operation = Entity::Operation(operation);
            let part = choice.add_part(Some(among), step, Some(operation.clone()));
            let finding = Finding::Entity(operation);
            choice.test(Demand::Presence(node), part, finding, true);
            choice.unify(node, mention, part);
            choice
        });
        Some(choices.collect())
    }

    /// Tests that all operations and results exist that the pattern mentions.
    fn locate_all(&mut self) {
        let pattern = self.pattern;
        for (node, kind) in pattern.nodes.matched() {
            let is_found = self.locate(node).is_some();
            if !is_found && matches!(kind, Node::Operation(_)) {
                let root = PartId(0);
                let demand = Demand::Presence(node);
                self.test(demand, root, Finding::Nothing, false);
            }
        }
    }

    /// Whether a constraint could not be evaluated.
    fn is_broken(&self) -> bool {
        let last = self.tests.last().map(|test| &test.finding);
        matches!(last, Some(Finding::Answer(Answer::Broken(_))))
    }

    /// Whether this came closer to a match than an earlier attempt.
    fn is_closer(&self, other: &Self) -> bool {
        let count = |attempt: &Self| {
            let failing = attempt.tests.iter().filter(|test| !test.holds).count();
            let found = attempt.bound.iter().flatten().count();
            (found, attempt.tests.len() - failing)
        };
        count(self) > count(other)
    }

    fn record(self, outcome: Outcome, num_users: usize) -> Record<'a> {
        Record {
            parts: self.parts,
            tests: self.tests,
            outcome,
            num_users,
            bound: self.bound,
        }
    }
}
