//! What connects the nodes of the match section.
//!
//! Operations that share a value are connected, in both directions. An operation with
//! regions leads to what is in them.

use super::{Node, NodeId, NodeKind};
use crate::base::sets::Sets;

/// The connections between nodes.
pub(super) struct Links {
    /// For each node, a node that stands for all that share values with it.
    group: Vec<usize>,
    /// For each node that stands for others, the groups that are inside of its group.
    inner: Vec<Vec<usize>>,
}

impl Links {
    pub(super) fn new(matcher: &[Node]) -> Self {
        let mut sets = Sets::new(matcher.len());
        let mut inside = Vec::new();
        for (index, node) in matcher.iter().enumerate() {
            match &node.kind {
                NodeKind::Operation(operation) => {
                    for operand in &operation.operands {
                        // The results of a native constraint are known only after the match.
                        let of = &matcher[operand.index()].kind;
                        if !matches!(of, NodeKind::CallResult { .. }) {
                            sets.join(index, operand.index());
                        }
                    }
                    inside.extend(operation.inside.map(|block| (block.index(), index)));
                }
                NodeKind::Region { operation, .. }
                | NodeKind::Result { operation, .. }
                | NodeKind::Results { operation }
                | NodeKind::ResultGroup { operation, .. } => sets.join(index, operation.index()),
                NodeKind::Block { region, .. } => sets.join(index, region.index()),
                NodeKind::Argument { block, .. } | NodeKind::Arguments { block, .. } => {
                    inside.push((block.index(), index));
                }
                _ => {}
            }
        }
        let group: Vec<_> = (0..matcher.len()).map(|node| sets.find(node)).collect();
        let mut inner = vec![Vec::new(); matcher.len()];
        for (block, part) in inside {
            inner[group[block]].push(group[part]);
        }
        Links { group, inner }
    }

    /// Which nodes are connected with one, over any number of steps in any direction.
    pub(super) fn connected_with(&self, root: NodeId) -> Vec<bool> {
        let mut sets = Sets::new(self.group.len());
        for (node, group) in self.group.iter().enumerate() {
            sets.join(node, *group);
            for inner in &self.inner[node] {
                sets.join(node, *inner);
            }
        }
        let root = sets.find(root.index());
        (0..self.group.len())
            .map(|node| sets.find(node) == root)
            .collect()
    }

    /// Which nodes one leads to.
    pub(super) fn reached_from(&self, start: usize) -> Vec<bool> {
        let mut reached = vec![false; self.group.len()];
        self.reach(start, &mut reached);
        self.group.iter().map(|group| reached[*group]).collect()
    }

    /// Marks the groups that a node leads to, and stops at those that are marked.
    fn reach(&self, start: usize, reached: &mut [bool]) {
        let mut open = vec![self.group[start]];
        while let Some(group) = open.pop() {
            if !std::mem::replace(&mut reached[group], true) {
                open.extend(&self.inner[group]);
            }
        }
    }

    /// Whether two nodes share values, also through others.
    pub(super) fn are_together(&self, a: usize, b: usize) -> bool {
        self.group[a] == self.group[b]
    }

    /// The first node that leads to all others, if there is one, or else to some that none
    /// before leads to.
    pub(super) fn outermost(&self, matcher: &[Node]) -> Option<usize> {
        let mut reached = vec![false; self.group.len()];
        let mut last = None;
        for (index, _) in matcher
            .iter()
            .enumerate()
            .filter(|(_, node)| is_linked(node))
        {
            if !reached[self.group[index]] {
                self.reach(index, &mut reached);
                last = Some(index);
            }
        }
        last
    }
}

/// Whether a node is one of those that `pdl` demands to be connected.
fn is_linked(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Operand { .. }
            | NodeKind::Operands { .. }
            | NodeKind::Operation(_)
            | NodeKind::Result { .. }
            | NodeKind::Results { .. }
            | NodeKind::ResultGroup { .. }
    )
}
