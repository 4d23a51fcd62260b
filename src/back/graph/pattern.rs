//! A pattern as a graph of typed nodes: what a `pdl.pattern` says, without MLIR.

use super::{
    bodies::Bodies,
    pool::{ConstantId, NameId},
};
use crate::mlir::ffi::program::{Insertion, Kind};
use std::{mem, ops::Index};

/// A `pdl.pattern`.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Its name, or an empty text.
    pub(crate) name: String,
    /// The location of the pattern, for messages.
    pub(crate) location: ConstantId,
    pub(crate) benefit: u16,
    pub(crate) labels: Vec<String>,
    /// Whether it may be applied to its own results.
    pub(crate) has_bounded_recursion: bool,
    /// The nodes of the match section, and after them those of the rewrite.
    pub(crate) nodes: Nodes,
    /// What the match section says about the inside of operations.
    pub(crate) bodies: Bodies,
    /// The native constraints of the match section, in the order of the source.
    pub(crate) constraints: Vec<Call>,
    /// The operation that the rewrite names, or else the first one that no other
    /// operation uses.
    pub(crate) root: NodeId,
    /// What the rewrite does, in order.
    pub(crate) rewrite: Vec<Statement>,
}

/// The nodes of a pattern. A node refers only to nodes before it.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    all: Vec<Node>,
    num_matched: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

/// A value of the dialect pdl, by what defines it.
#[derive(Debug)]
pub(crate) enum Node {
    /// There are more other nodes, which are much smaller.
    Operation(Box<Operation>),
    Operand {
        ty: Option<NodeId>,
    },
    Operands {
        types: Option<NodeId>,
    },
    Attribute {
        value: Option<ConstantId>,
        ty: Option<NodeId>,
    },
    Type {
        value: Option<ConstantId>,
    },
    Types {
        value: Option<ConstantId>,
    },
    /// A result of an operation, counted over all of its results.
    Result {
        operation: NodeId,
        index: u32,
        location: ConstantId,
    },
    Results(Results),
    /// A range that a rewrite makes of several parts.
    Range {
        kind: Kind,
        parts: Vec<NodeId>,
    },
    Region(Region),
    Block(Block),
    /// An argument of a block.
    Argument {
        block: NodeId,
        index: u32,
        ty: Option<NodeId>,
    },
    /// The arguments of a block from one on.
    Arguments {
        block: NodeId,
        first: u32,
        types: Option<NodeId>,
    },
    /// A result of a native function.
    Returned {
        kind: Kind,
    },
    Built(Built),
}

/// What a rewrite makes of regions and blocks, and the places where it does.
#[derive(Debug)]
pub(crate) enum Built {
    /// A region that a rewrite builds. A created operation takes it.
    NewRegion,
    /// A block at the end of a new region, with arguments of these types. Its end is the
    /// place where operations are created from then on.
    NewBlock { region: NodeId, types: Vec<NodeId> },
    /// A new region with a copy of what is in a region.
    CopiedRegion { region: NodeId },
    /// The place where operations are created at this moment.
    Place,
    /// What a block yields whose operations are moved to the place, or copied.
    Inlined(Inlined),
}

impl Node {
    /// Whether it is a region, a block or a place, for which `pdl` has no type.
    pub(crate) fn is_part(&self) -> bool {
        matches!(
            self,
            Node::Region(_)
                | Node::Block(_)
                | Node::Built(
                    Built::NewRegion
                        | Built::NewBlock { .. }
                        | Built::CopiedRegion { .. }
                        | Built::Place
                )
        )
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Node::Operation(_) => Kind::PdllOperation,
            Node::Operand { .. } | Node::Result { .. } | Node::Argument { .. } => Kind::PdllValue,
            Node::Operands { .. } | Node::Arguments { .. } | Node::Built(Built::Inlined(_)) => {
                Kind::PdllValueRange
            }
            // `pdl` has no kind for regions, blocks and places, and no function takes them.
            Node::Attribute { .. } | Node::Region(_) | Node::Block(_) | Node::Built(_) => {
                Kind::PdllAttribute
            }
            Node::Type { .. } => Kind::PdllType,
            Node::Types { .. } => Kind::PdllTypeRange,
            Node::Results(results) => results.kind,
            Node::Range { kind, .. } | Node::Returned { kind } => *kind,
        }
    }

    /// The constant that it is.
    pub(crate) fn constant(&self) -> Option<ConstantId> {
        match self {
            Node::Attribute { value, .. } | Node::Type { value } | Node::Types { value } => *value,
            _ => None,
        }
    }
}

/// An operation that is matched or created. What its groups mean is a matter of
/// [`layout`](crate::back::matcher).
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) name: Option<NameId>,
    pub(crate) operands: Groups,
    pub(crate) attributes: Vec<(NameId, NodeId)>,
    pub(crate) results: Groups,
    /// How many regions it has, if the pattern says so.
    pub(crate) num_regions: Option<u32>,
    /// The block that it is in, if the pattern says so.
    pub(crate) inside: Option<NodeId>,
    /// Whether it is the last one of that block.
    pub(crate) is_last: bool,
    /// The regions of one that is created: each is built, or is one of a matched operation,
    /// which loses it. If there are none, its definition says which regions it has.
    pub(crate) regions: Vec<NodeId>,
    /// Whether it is created without results, although it replaces an operation
    /// that may have some.
    pub(crate) has_no_results: bool,
}

/// A region of an operation that is matched.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) operation: NodeId,
    pub(crate) index: u32,
    /// How many blocks it has, if the pattern says so.
    pub(crate) num_blocks: Option<u32>,
}

/// A block of a region.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) region: NodeId,
    pub(crate) index: u32,
    /// How many arguments it has, if the pattern says so.
    pub(crate) num_arguments: Option<u32>,
    /// Whether it has no other operations than the pattern mentions.
    pub(crate) is_exact: bool,
}

/// A block whose operations a rewrite inserts elsewhere.
#[derive(Debug)]
pub(crate) struct Inlined {
    pub(crate) block: NodeId,
    /// What takes the place of its arguments.
    pub(crate) arguments: Vec<NodeId>,
    /// Whether the block stays as it is.
    pub(crate) is_copy: bool,
}

/// The operands, or the result types, of an operation.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) entries: Vec<NodeId>,
    pub(crate) lengths: Lengths,
}

/// What the attributes of pdll say about the lengths of groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// All ranges have the same length.
    pub(crate) are_equal: bool,
    /// All groups have one element.
    pub(crate) are_single: bool,
    /// An attribute of the operation holds them.
    pub(crate) are_segments: bool,
}

/// All results of an operation, or a group of them.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) operation: NodeId,
    pub(crate) index: Option<u32>,
    pub(crate) kind: Kind,
    /// How the definition of the operation divides the results, if the pattern
    /// does not write them: `1` for a single result and `*` for a range.
    pub(crate) groups: Option<(Lengths, String)>,
    pub(crate) location: ConstantId,
}

/// A call of a native function.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) name: NameId,
    pub(crate) arguments: Vec<NodeId>,
    pub(crate) results: Vec<NodeId>,
    pub(crate) is_negated: bool,
    pub(crate) location: ConstantId,
}

/// A step of a rewrite.
#[derive(Debug)]
pub(crate) enum Statement {
    /// The node is computed: an operation is created, a result taken.
    Define(NodeId),
    Call(Call),
    ReplaceByOperation {
        operation: NodeId,
        by: NodeId,
    },
    ReplaceByValues {
        operation: NodeId,
        by: Vec<NodeId>,
    },
    Erase(NodeId),
    /// What follows is inserted there: at that place, next to that operation, or in that
    /// block.
    Insert(Insertion, NodeId),
}

impl Nodes {
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId::new(self.all.len());
        self.all.push(node);
        id
    }

    /// Takes the nodes, in no more memory than they need, and keeps what they had for
    /// others.
    pub(crate) fn take(&mut self) -> Self {
        Nodes {
            all: self.all.drain(..).collect(),
            num_matched: mem::take(&mut self.num_matched),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.num_matched = 0;
    }

    /// All nodes that follow belong to the rewrite.
    pub(crate) fn end_match(&mut self) {
        self.num_matched = self.all.len();
    }

    /// The nodes of the match section, in the order of the source.
    pub(crate) fn matched(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        let matched = self.all[..self.num_matched].iter().enumerate();
        matched.map(|(index, node)| (NodeId::new(index), node))
    }

    /// The nodes of the rewrite.
    pub(crate) fn in_rewrite(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let all = (0..).map(NodeId).zip(&self.all);
        all.skip(self.num_matched)
    }

    /// The operations of the match section, in the order of the source.
    pub(crate) fn matched_operations(&self) -> impl Iterator<Item = (NodeId, &Operation)> {
        self.matched().filter_map(|(id, node)| match node {
            Node::Operation(operation) => Some((id, &**operation)),
            _ => None,
        })
    }

    pub(crate) fn is_matched(&self, id: NodeId) -> bool {
        (id.0 as usize) < self.num_matched
    }

    pub(crate) fn operation(&self, id: NodeId) -> &Operation {
        match &self[id] {
            Node::Operation(operation) => operation,
            _ => panic!("a verified `pdl.pattern` has an operation here"),
        }
    }

    pub(crate) fn kind(&self, id: NodeId) -> Kind {
        self[id].kind()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

impl Index<NodeId> for Nodes {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.all[id.0 as usize]
    }
}

impl NodeId {
    pub(crate) fn new(index: usize) -> Self {
        NodeId(u32::try_from(index).expect("MLIR counts values in 32 bits"))
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether values of that kind are ranges.
pub(crate) fn is_range(kind: Kind) -> bool {
    matches!(kind, Kind::PdllTypeRange | Kind::PdllValueRange)
}
