//! What would make a pattern match. Each hint has been tried: with it, the operation
//! matches.
//!
//! | module | subject |
//! |---|---|
//! | `changes` | changes of the program |

mod changes;

use super::{
    places::Places,
    report::{Edit, Hint},
    words::Words,
};
use crate::{
    back::graph::pattern::{Node, NodeId},
    back::reference::{Demand, Outcome, PartId, Record, Reference, Replacement, Trial},
    mlir::ffi::entity::{self, Entity},
};
use melior::ir::OperationRef;
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
            let subject = failure.subject;
            match failure.demand {
                Demand::Constant(node) => {
                    hints.extend(self.other_literal(node, subject, places));
                    hints.extend(self.element_type(subject, trials));
                }
                Demand::Constraint(_) => hints.extend(self.element_type(subject, trials)),
                Demand::Name(_) => hints.extend(self.without_cast(subject, trials)),
                Demand::Attribute(node, index) => {
                    hints.extend(self.other_attribute_name((node, index), subject, trials));
                }
                Demand::Same(..) => hints.extend(self.equal_constants(failure, trials)),
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
        self.is_match_of(self.pattern, root, replacement)
    }

    fn is_match_of(
        &self,
        pattern: usize,
        root: OperationRef<'a, 'a>,
        replacement: Option<Replacement<'a>>,
    ) -> bool {
        let trial = Trial {
            max_users: MAX_USERS,
            replacement,
        };
        let record = self.reference.judge_with(pattern, root, trial);
        record.outcome == Outcome::Matches
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
}
