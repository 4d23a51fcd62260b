//! A condition flattened in pre-order, as the shim takes it.

use super::{Comparison, Condition, Leaf, PROJECTIONS, Parameter, Quantifier, Uncovered};
use crate::{
    front::ods::Subject,
    mlir::ffi::condition::{self as raw, Constant, EntityKind, Node, NodeKind},
};
use std::{borrow::Cow, slice};

/// Looks up all questions of a condition in the table of the shim.
///
/// # Errors
///
/// A question that the shim does not know.
pub(super) fn look_up(
    subject: Subject,
    condition: &Condition,
) -> Result<raw::Condition, Uncovered> {
    let mut flat = Flat::default();
    flat.add(condition);
    raw::Condition::new(entity_kind(subject), &flat.nodes).map_err(|unknown| {
        let leaf = flat.leaves.get(unknown).copied().flatten();
        let text = || flat.nodes.get(unknown).map(|node| &*node.text);
        let code = leaf.map(|leaf| &*leaf.code).or_else(text);
        Uncovered::code(code.unwrap_or_default())
    })
}

#[derive(Default)]
struct Flat<'a> {
    nodes: Vec<Node<'a>>,
    /// The question of each node that has one.
    leaves: Vec<Option<&'a Leaf>>,
}

impl<'a> Flat<'a> {
    fn add(&mut self, condition: &'a Condition) {
        match condition {
            Condition::Leaf(leaf) => self.leaf(leaf, NodeKind::PdllConditionLeaf),
            Condition::Compare {
                leaf,
                comparison,
                number,
            } => {
                self.leaf(leaf, NodeKind::PdllConditionCompare);
                if let Some(node) = self.nodes.last_mut() {
                    node.comparison = raw_comparison(*comparison);
                    node.number = *number;
                }
            }
            Condition::All(children) => self.combine(NodeKind::PdllConditionAll, children),
            Condition::Any(children) => self.combine(NodeKind::PdllConditionAny, children),
            Condition::Not(child) => {
                self.combine(NodeKind::PdllConditionNot, slice::from_ref(&**child));
            }
            Condition::With {
                entity,
                projection,
                body,
            } => self.project(NodeKind::PdllConditionWith, *entity, *projection, body),
            Condition::Each {
                entity,
                projection,
                quantifier,
                body,
            } => {
                let kind = match quantifier {
                    Quantifier::All => NodeKind::PdllConditionEach,
                    Quantifier::Any => NodeKind::PdllConditionSome,
                };
                self.project(kind, *entity, *projection, body);
            }
        }
    }

    fn leaf(&mut self, leaf: &'a Leaf, kind: NodeKind) {
        self.nodes.push(Node {
            entity_kind: entity_kind(leaf.kind),
            entity: leaf.entity,
            text: Cow::Borrowed(&leaf.text),
            constants: leaf.parameters.iter().map(constant).collect(),
            ..combination(kind, 0)
        });
        self.leaves.push(Some(leaf));
    }

    fn combine(&mut self, kind: NodeKind, children: &'a [Condition]) {
        self.push(combination(kind, children.len()));
        for child in children {
            self.add(child);
        }
    }

    fn project(&mut self, kind: NodeKind, entity: usize, projection: usize, body: &'a Condition) {
        let projection = &PROJECTIONS[projection];
        self.push(Node {
            entity_kind: entity_kind(projection.of),
            entity,
            text: Cow::Owned(projection.text()),
            ..combination(kind, 1)
        });
        self.add(body);
    }

    fn push(&mut self, node: Node<'a>) {
        self.nodes.push(node);
        self.leaves.push(None);
    }
}

fn combination<'a>(kind: NodeKind, children: usize) -> Node<'a> {
    Node {
        kind,
        entity_kind: EntityKind::PdllAttribute,
        entity: 0,
        text: Cow::Borrowed(""),
        constants: Vec::new(),
        comparison: raw::Comparison::PdllEqual,
        number: 0,
        children,
    }
}

fn entity_kind(subject: Subject) -> EntityKind {
    match subject {
        Subject::Attribute => EntityKind::PdllAttribute,
        Subject::Type => EntityKind::PdllType,
        Subject::Operation => EntityKind::PdllOperation,
    }
}

fn constant(parameter: &Parameter) -> Constant<'_> {
    match parameter {
        Parameter::Number(number) => Constant::Number(*number),
        Parameter::Real(real) => Constant::Real(*real),
        Parameter::Text(text) => Constant::Text(text),
        Parameter::Numbers(numbers) => Constant::Numbers(numbers),
    }
}

fn raw_comparison(comparison: Comparison) -> raw::Comparison {
    match comparison {
        Comparison::Equal => raw::Comparison::PdllEqual,
        Comparison::NotEqual => raw::Comparison::PdllNotEqual,
        Comparison::Less => raw::Comparison::PdllLess,
        Comparison::LessOrEqual => raw::Comparison::PdllLessOrEqual,
        Comparison::Greater => raw::Comparison::PdllGreater,
        Comparison::GreaterOrEqual => raw::Comparison::PdllGreaterOrEqual,
    }
}
