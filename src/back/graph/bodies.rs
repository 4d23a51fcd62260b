//! What a pattern says about the inside of operations.

use super::pattern::{Block, Node, NodeId, Nodes, Region, Results};
use rustc_hash::FxHashMap;

/// The nodes of a match section by what they are a part of.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// The regions of an operation, the blocks of a region, and the arguments of a block.
    parts: FxHashMap<NodeId, Vec<NodeId>>,
    /// The operations of a block.
    operations: FxHashMap<NodeId, Vec<NodeId>>,
}

impl Bodies {
    pub(crate) fn of(nodes: &Nodes) -> Self {
        let mut bodies = Bodies::default();
        for (id, node) in nodes.matched() {
            let whole = match node {
                Node::Region(region) => Some(region.operation),
                Node::Block(block) => Some(block.region),
                Node::Argument { block, .. } | Node::Arguments { block, .. } => Some(*block),
                Node::Operation(operation) => {
                    if let Some(block) = operation.inside {
                        bodies.operations.entry(block).or_default().push(id);
                    }
                    None
                }
                _ => None,
            };
            if let Some(whole) = whole {
                bodies.parts.entry(whole).or_default().push(id);
            }
        }
        bodies
    }

    /// The regions of an operation, the blocks of a region, or the arguments of a block
    /// that the pattern mentions, in the order of the source.
    pub(crate) fn parts(&self, whole: NodeId) -> &[NodeId] {
        self.parts.get(&whole).map_or(&[], Vec::as_slice)
    }

    /// The operations of a block that the pattern mentions, in the order of the source.
    /// They match different operations.
    pub(crate) fn operations(&self, block: NodeId) -> &[NodeId] {
        self.operations.get(&block).map_or(&[], Vec::as_slice)
    }
}

impl Nodes {
    pub(crate) fn region(&self, id: NodeId) -> &Region {
        match &self[id] {
            Node::Region(region) => region,
            _ => panic!("only a region holds a block"),
        }
    }

    pub(crate) fn block(&self, id: NodeId) -> &Block {
        match &self[id] {
            Node::Block(block) => block,
            _ => panic!("only a block holds operations"),
        }
    }

    /// The operation around a block.
    pub(crate) fn around(&self, block: NodeId) -> NodeId {
        self.region(self.block(block).region).operation
    }

    /// What a node of the match is in, from the inside out: blocks, regions and operations.
    pub(crate) fn parts_around(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.part_around(node), |part| self.part_around(*part))
    }

    /// The operation that a region or block is in.
    pub(crate) fn operation_around(&self, part: NodeId) -> Option<NodeId> {
        self.parts_around(part)
            .find(|part| matches!(self[*part], Node::Operation(_)))
    }

    /// The operation that defines a value, the block around an operation or of an argument,
    /// or the whole that a part belongs to.
    fn part_around(&self, node: NodeId) -> Option<NodeId> {
        match &self[node] {
            Node::Operation(operation) => operation.inside,
            Node::Region(region) => Some(region.operation),
            Node::Block(block) => Some(block.region),
            Node::Argument { block, .. } | Node::Arguments { block, .. } => Some(*block),
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                Some(*operation)
            }
            _ => None,
        }
    }

    /// Whether two operations of a pattern may have the same name.
    pub(crate) fn may_be_same(&self, first: NodeId, second: NodeId) -> bool {
        let name = |id| self.operation(id).name;
        match (name(first), name(second)) {
            (Some(first), Some(second)) => first == second,
            _ => true,
        }
    }
}
