//! What would make a pattern match. Each hint has been tried: with it, the operation
//! matches.

use super::{
    name_of,
    places::Places,
    report::{Edit, Hint},
    words::Words,
};
use crate::{
    ffi::entity::{self, Definition, Entity},
    matcher::graph::{Node, NodeId},
    reference::{Demand, Outcome, PartId, Record, Reference, Replacement, Step, Trial},
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::cell::OnceCell;

/// The program, and a copy of it that may change.
pub(super) struct Trials<'a> {
    root: OperationRef<'a, 'a>,
    operations: OnceCell<Vec<[OperationRef<'a, 'a>; 2]>>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(root: OperationRef<'a, 'a>) -> Self {
        Trials {
            root,
            operations: OnceCell::new(),
        }
    }

    /// The operation of the copy that stands for one of the program.
    fn copy_of(&self, operation: OperationRef<'a, 'a>) -> Option<OperationRef<'a, 'a>> {
        let operations = self.operations.get_or_init(|| {
            let copy = entity::lasting_copy(self.root);
            let originals = entity::operations_in_order(self.root);
            let copies = entity::operations_in_order(copy);
            originals
                .into_iter()
                .zip(copies)
                .map(<[_; 2]>::from)
                .collect()
        });
        let mut pairs = operations.iter();
        let [_, copy] = pairs.find(|[original, _]| *original == operation)?;
        Some(*copy)
    }
}

/// A pattern and an operation that it does not match.
pub(super) struct Miss<'m, 'r, 'a> {
    pub(super) reference: &'r Reference<'a>,
    pub(super) pattern: usize,
    pub(super) words: &'m Words<'r, 'a>,
    pub(super) root: OperationRef<'a, 'a>,
    pub(super) record: &'m Record<'a>,
}

/// How many users of values a trial looks at.
const MAX_USERS: usize = 1000;

/// The number of failures up to which a miss is near.
const MAX_FAILURES: usize = 3;

impl<'a> Miss<'_, '_, 'a> {
    /// The hints for a miss that is near.
    pub(super) fn hints(&self, trials: &Trials<'a>, places: &mut Places<'_>) -> Vec<Hint> {
        let failures = self.record.tests.iter().filter(|test| !test.holds);
        let failures: Vec<_> = failures.collect();
        if failures.len() > MAX_FAILURES {
            return Vec::new();
        }
        let mut hints: Vec<_> = self.swapped(trials).into_iter().collect();
        for failure in &failures {
            match failure.demand {
                Demand::Constant(node) => {
                    hints.extend(self.other_literal(node, failure.subject, places));
                }
                Demand::Name(_) => hints.extend(self.without_cast(failure.subject, trials)),
                _ => {}
            }
        }
        hints
    }

    /// Whether the operation matches with a replacement in the pattern.
    fn matches_with(
        &self,
        root: OperationRef<'a, 'a>,
        replacement: Option<Replacement<'a>>,
    ) -> bool {
        let trial = Trial {
            max_users: MAX_USERS,
            replacement,
        };
        let record = self.reference.judge_with(self.pattern, root, trial);
        record.outcome == Outcome::Matches
    }

    /// An operation whose operands may change places.
    fn swapped(&self, trials: &Trials<'a>) -> Option<Hint> {
        let operations = self.record.parts.iter().filter_map(|part| match part {
            part if !matches!(part.step, Step::Root | Step::Definition) => None,
            part => match part.entity {
                Some(Entity::Operation(operation)) => Some(operation),
                _ => None,
            },
        });
        let mut commutative = operations.filter(|operation| {
            operation.operand_count() == 2 && entity::is_commutative(*operation)
        });
        commutative.find_map(|operation| {
            let (root, copy) = (trials.copy_of(self.root)?, trials.copy_of(operation)?);
            let [first, second] = entity::operands(copy)[..] else {
                return None;
            };
            let set = |[first, second]: [_; 2]| {
                entity::set_operand(copy, 0, first);
                entity::set_operand(copy, 1, second);
            };
            set([second, first]);
            let matches = self.matches_with(root, None);
            set([first, second]);
            let name = name_of(operation);
            matches.then(|| Hint {
                kind: "swapped-operands",
                message: format!(
                    "it matches with the operands of `{name}` in the other order, which means the \
                     same; a second pattern can match that"
                ),
                edit: None,
            })
        })
    }

    /// A literal of the pattern that differs in its type.
    fn other_literal(&self, node: NodeId, found: PartId, places: &mut Places<'_>) -> Option<Hint> {
        let found = self.record.parts[found.0].entity.clone()?;
        let (keyword, text) = match (&self.words.pattern().nodes[node], &found) {
            (Node::Attribute { .. }, Entity::Attribute(attribute)) => {
                let text = attribute.to_string();
                let expected = self.words.demand(Demand::Constant(node)).expected;
                let value = |text: &str| {
                    text.trim_matches('`')
                        .split(" : ")
                        .next()
                        .map(str::to_owned)
                };
                if value(&text) != value(&expected) {
                    return None;
                }
                ("attr", text)
            }
            (Node::Type { .. }, Entity::Type(ty)) => ("type", ty.to_string()),
            _ => return None,
        };
        let replacement = Replacement {
            node,
            entity: found,
        };
        if !self.matches_with(self.root, Some(replacement)) {
            return None;
        }
        let place = self.words.place_of(Demand::Constant(node));
        let span = places.of_pattern(place).into_iter().next()?;
        let literal = format!(
            "{keyword}<\"{}\">",
            text.replace('\\', "\\\\").replace('"', "\\\"")
        );
        let is_literal = places.text(span).starts_with(keyword);
        Some(Hint {
            kind: "literal-type",
            message: format!("it matches with `{literal}`"),
            edit: is_literal.then_some(Edit {
                span,
                replacement: literal,
            }),
        })
    }

    /// An operation between the one that is expected and its user.
    fn without_cast(&self, between: PartId, trials: &Trials<'a>) -> Option<Hint> {
        let part = &self.record.parts[between.0];
        let value = &self.record.parts[part.parent?.0];
        let user = &self.record.parts[value.parent?.0];
        let (Some(Entity::Operation(cast)), Some(Entity::Operation(user)), Step::Element(_, index)) =
            (&part.entity, &user.entity, &value.step)
        else {
            return None;
        };
        let source = match entity::operands(*cast)[..] {
            [source] if cast.result_count() == 1 => source,
            _ => return None,
        };
        let Definition::Result(..) = entity::definition(source) else {
            return None;
        };
        let (root, user, copy) = (
            trials.copy_of(self.root)?,
            trials.copy_of(*user)?,
            trials.copy_of(*cast)?,
        );
        let before = *entity::operands(user).get(*index)?;
        let source = *entity::operands(copy).first()?;
        entity::set_operand(user, *index, source);
        let matches = self.matches_with(root, None);
        entity::set_operand(user, *index, before);
        matches.then(|| Hint {
            kind: "operation-between",
            message: format!("it matches without the `{}` between", name_of(*cast)),
            edit: None,
        })
    }
}
