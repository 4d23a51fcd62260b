//! What can be found next, of what cannot be reached from the root.

use crate::back::graph::pattern::{Node, NodeId, Pattern, Results};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The operations that use a value, or are in a block, that has been found. Each node is
/// learnt once, so that the work grows with the pattern and not with its square.
pub(super) struct Frontier {
    /// The operations that have a value among their operands.
    users: FxHashMap<NodeId, Vec<NodeId>>,
    /// The operations in a block.
    inside: FxHashMap<NodeId, Vec<NodeId>>,
    /// The nodes that stand for results of an operation.
    results: FxHashMap<NodeId, Vec<NodeId>>,
    /// How many of the nodes with a place have been learnt.
    learnt: usize,
    using: BTreeSet<NodeId>,
    in_block: BTreeSet<NodeId>,
}

impl Frontier {
    pub(super) fn new(pattern: &Pattern) -> Self {
        let mut frontier = Frontier {
            users: FxHashMap::default(),
            inside: FxHashMap::default(),
            results: FxHashMap::default(),
            learnt: 0,
            using: BTreeSet::new(),
            in_block: BTreeSet::new(),
        };
        for (node, kind) in pattern.nodes.matched() {
            let mut add = |lists: fn(&mut Self) -> &mut FxHashMap<_, Vec<_>>, of| {
                lists(&mut frontier).entry(of).or_default().push(node);
            };
            match kind {
                Node::Operation(operation) => {
                    for value in &operation.operands.entries {
                        add(|frontier| &mut frontier.users, *value);
                    }
                    if let Some(block) = operation.inside {
                        add(|frontier| &mut frontier.inside, block);
                    }
                }
                Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                    add(|frontier| &mut frontier.results, *operation);
                }
                _ => {}
            }
        }
        frontier
    }

    /// Learns what the last of the nodes with a place lead to.
    pub(super) fn learn(&mut self, placed: &[NodeId]) {
        for node in &placed[self.learnt..] {
            let results = self.results.get(node).map_or(&[][..], Vec::as_slice);
            for value in results.iter().chain([node]) {
                self.using
                    .extend(self.users.get(value).into_iter().flatten());
            }
            let inside = self.inside.get(node).into_iter().flatten();
            self.in_block.extend(inside);
        }
        self.learnt = placed.len();
    }

    /// The first operation that uses a value with a place, and was not asked for yet.
    pub(super) fn next_user(&mut self) -> Option<NodeId> {
        self.using.pop_first()
    }

    /// The same of those in blocks.
    pub(super) fn next_inside(&mut self) -> Option<NodeId> {
        self.in_block.pop_first()
    }

    /// The nodes that stand for results of these operations, in their order.
    pub(super) fn results(&self, operations: &[NodeId]) -> Vec<NodeId> {
        let results = operations.iter().filter_map(|node| self.results.get(node));
        let mut results: Vec<_> = results.flatten().copied().collect();
        results.sort_unstable();
        results
    }
}
