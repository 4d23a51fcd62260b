//! Nodes that stand for others which are found later.
//!
//! A variable may be mentioned before the call that derives its value. Its node
//! is replaced by the derived one, and each node moves up to before the first
//! one that refers to it. All others keep their order.

use super::Draft;
use crate::hir::NodeId;
use std::collections::HashMap;

/// The nodes without those that `aliases` replaces, and what has become of each.
/// `base` is the number of the first one. Earlier ones stay as they are. If a value
/// would be derived from itself, returns the node that it replaces.
pub(super) fn substitute(
    nodes: Vec<Draft>,
    base: usize,
    aliases: &HashMap<NodeId, NodeId>,
) -> Result<(Vec<Draft>, Vec<NodeId>), NodeId> {
    let mut sorted = Sort {
        base,
        aliases,
        drafts: nodes.into_iter().map(Some).collect(),
        moved: Vec::new(),
        is_open: Vec::new(),
        nodes: Vec::new(),
    };
    sorted.moved = vec![None; sorted.drafts.len()];
    sorted.is_open = vec![false; sorted.drafts.len()];
    for index in 0..sorted.drafts.len() {
        sorted.place(NodeId((base + index) as u32))?;
    }
    let moved = (0..sorted.drafts.len()).map(|index| sorted.of(NodeId((base + index) as u32)));
    let moved = moved.collect();
    Ok((sorted.nodes, moved))
}

struct Sort<'a> {
    base: usize,
    aliases: &'a HashMap<NodeId, NodeId>,
    drafts: Vec<Option<Draft>>,
    /// The new ids of those that have a place.
    moved: Vec<Option<NodeId>>,
    is_open: Vec<bool>,
    nodes: Vec<Draft>,
}

impl Sort<'_> {
    fn target(&self, node: NodeId) -> NodeId {
        self.aliases.get(&node).copied().unwrap_or(node)
    }

    /// The new id of a node that has a place, or that stands for one.
    fn of(&self, node: NodeId) -> NodeId {
        let node = self.target(node);
        match node.index().checked_sub(self.base) {
            Some(index) => self.moved[index].expect("it has a place"),
            None => node,
        }
    }

    fn index(&self, node: NodeId) -> Option<usize> {
        self.target(node).index().checked_sub(self.base)
    }

    /// Gives a node a place after those that it refers to. Chains can be long, so
    /// the way back is kept on the heap.
    fn place(&mut self, node: NodeId) -> Result<(), NodeId> {
        let mut path: Vec<_> = self.index(node).into_iter().collect();
        while let Some(&index) = path.last() {
            if self.moved[index].is_some() {
                path.pop();
                continue;
            }
            self.is_open[index] = true;
            let mut waits_for = None;
            for input in self.inputs(index) {
                let Some(other) = self.index(input) else {
                    continue;
                };
                if self.moved[other].is_none() {
                    if self.is_open[other] {
                        return Err(input);
                    }
                    waits_for.get_or_insert(other);
                }
            }
            match waits_for {
                Some(other) => path.push(other),
                None => {
                    self.append(index);
                    path.pop();
                }
            }
        }
        Ok(())
    }

    fn inputs(&self, index: usize) -> Vec<NodeId> {
        let mut inputs = Vec::new();
        let draft = self.drafts[index].as_ref().expect("it has no place yet");
        draft.kind.clone().map_inputs(|input| {
            inputs.push(input);
            input
        });
        inputs
    }

    fn append(&mut self, index: usize) {
        let mut draft = self.drafts[index].take().expect("it has no place yet");
        draft.kind.map_inputs(|input| self.of(input));
        self.moved[index] = Some(NodeId((self.base + self.nodes.len()) as u32));
        self.nodes.push(draft);
    }
}
