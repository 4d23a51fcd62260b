//! What a node of the tree of tests can do next.

use super::{
    position::{PositionId, Positions},
    tree::{Alternative, Node},
};
use crate::back::graph::pool::NameId;
use rustc_hash::FxHashMap;

#[derive(Clone)]
pub(crate) enum Choice<'t> {
    /// A pattern matches, which is known by its rank.
    Accept(u32),
    Ask(&'t Alternative),
    /// Asks about attributes of an operation, which are looked up together.
    Attributes(PositionId, Vec<(NameId, &'t Alternative)>),
}

impl Choice<'_> {
    /// The best rank that it may lead to.
    pub(crate) fn bound(&self) -> u32 {
        match self {
            Choice::Accept(rank) => *rank,
            Choice::Ask(alternative) => alternative.bound,
            Choice::Attributes(_, all) => {
                let bounds = all.iter().map(|(_, alternative)| alternative.bound);
                bounds.min().unwrap_or(u32::MAX)
            }
        }
    }
}

/// The choices of a node, the best one first. From `min_attributes` on, attributes of one
/// operation are looked up together.
pub(crate) fn choices<'t>(
    node: &'t Node,
    positions: &Positions,
    min_attributes: usize,
) -> Vec<Choice<'t>> {
    let mut choices: Vec<_> = node.accepted.iter().copied().map(Choice::Accept).collect();
    let mut attributes: Vec<(PositionId, Vec<(NameId, &Alternative)>)> = Vec::new();
    let mut indices = FxHashMap::default();
    for alternative in &node.alternatives {
        let position = |id| positions[id];
        let Some((operation, name)) = alternative.question.attribute(position) else {
            choices.push(Choice::Ask(alternative));
            continue;
        };
        let index = *indices.entry(operation).or_insert_with(|| {
            attributes.push((operation, Vec::new()));
            attributes.len() - 1
        });
        attributes[index].1.push((name, alternative));
    }
    for (operation, all) in attributes {
        if all.len() < min_attributes {
            choices.extend(all.into_iter().map(|(_, one)| Choice::Ask(one)));
        } else {
            choices.push(Choice::Attributes(operation, all));
        }
    }
    choices.sort_by_key(Choice::bound);
    choices
}
