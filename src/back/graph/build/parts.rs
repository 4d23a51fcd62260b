//! Regions, blocks and places. The dialect `pdl` has none of them, and writes them as calls
//! of native functions.

use super::{Defined, Fallible, GraphBuilder, WrittenCall};
use crate::{
    back::graph::pattern::{Block, Built, Inlined, Node, NodeId, Region, Statement},
    front::contract::{
        ARGUMENT, ARGUMENTS, BLOCK, COPY_REGION, INLINE_BLOCK, INLINE_COPY, INSERT_AT,
        INSERT_AT_START, INSERT_BEFORE, NEW_BLOCK, NEW_REGION, PLACE, REGION,
    },
    mlir::ffi::program::{Insertion, Kind},
};

/// What the attributes of pdll say about a part of an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Marks {
    pub(crate) index: u32,
    pub(crate) num_blocks: Option<u32>,
    pub(crate) num_arguments: Option<u32>,
    pub(crate) is_exact: bool,
}

/// Whether a function stands for a part of an operation that is matched.
pub(crate) fn is_part(function: &str) -> bool {
    Part::of(function).is_some()
}

/// A part of the inside of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Region,
    Block,
    Argument,
    Arguments,
}

impl Part {
    fn of(function: &str) -> Option<Self> {
        match function {
            REGION => Some(Part::Region),
            BLOCK => Some(Part::Block),
            ARGUMENT => Some(Part::Argument),
            ARGUMENTS => Some(Part::Arguments),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Part::Region => "a region",
            Part::Block => "a block",
            Part::Argument => "an argument",
            Part::Arguments => "a range of arguments",
        }
    }
}

impl GraphBuilder<'_> {
    /// Adds what a call stands for, if it is no call.
    pub(super) fn body(&mut self, call: &WrittenCall<'_>) -> Fallible<Option<Defined>> {
        match Part::of(call.name) {
            Some(Part::Region | Part::Block) if self.is_rewriting => Ok(None),
            Some(part) => self.part(part, call).map(Some),
            None if self.is_rewriting => self.building(call),
            None => Ok(None),
        }
    }

    fn part(&mut self, part: Part, call: &WrittenCall<'_>) -> Fallible<Defined> {
        match self.node_of_part(part, call) {
            Some(node) if call.results[..] == [node.kind()] => Ok(self.define(node)),
            _ => Err(format!("this is not how {} is written", part.name())),
        }
    }

    fn node_of_part(&self, part: Part, call: &WrittenCall<'_>) -> Option<Node> {
        let whole = call.arguments.first().copied()?;
        let ty = call.arguments.get(1).copied();
        let Marks { index, .. } = call.marks;
        let is_type = |kind| ty.is_none_or(|ty| self.nodes.kind(ty) == kind);
        let (is_right, node) = match part {
            Part::Region => {
                let node = Node::Region(Region {
                    operation: whole,
                    index,
                    num_blocks: call.marks.num_blocks,
                });
                let is_operation = matches!(self.nodes[whole], Node::Operation(_));
                (is_operation && ty.is_none(), node)
            }
            Part::Block => {
                let node = Node::Block(Block {
                    region: whole,
                    index,
                    num_arguments: call.marks.num_arguments,
                    is_exact: call.marks.is_exact,
                });
                let is_region = matches!(self.nodes[whole], Node::Region(_));
                (is_region && ty.is_none(), node)
            }
            Part::Argument => {
                let block = whole;
                let node = Node::Argument { block, index, ty };
                (self.is_block(whole) && is_type(Kind::PdllType), node)
            }
            Part::Arguments => {
                let node = Node::Arguments {
                    block: whole,
                    first: index,
                    types: ty,
                };
                (self.is_block(whole) && is_type(Kind::PdllTypeRange), node)
            }
        };
        is_right.then_some(node)
    }

    /// Whether a node is a block that is matched, or in a rewrite a new one.
    pub(super) fn is_block(&self, node: NodeId) -> bool {
        match self.is_rewriting {
            false => matches!(self.nodes[node], Node::Block(_)),
            true => matches!(self.nodes[node], Node::Built(Built::NewBlock { .. })),
        }
    }

    /// Whether an operation of the rewrite can take a node as its region.
    pub(super) fn is_given_region(&self, node: NodeId) -> bool {
        let is_region = matches!(
            self.nodes[node],
            Node::Region(_)
                | Node::Built(Built::NewRegion)
                | Node::Built(Built::CopiedRegion { .. })
        );
        is_region && self.is_rewriting
    }

    /// Adds the step that a call in a rewrite stands for, if it is one of these.
    fn building(&mut self, call: &WrittenCall<'_>) -> Fallible<Option<Defined>> {
        let operands = &call.arguments;
        let name = call.name;
        let step = match name {
            PLACE | NEW_REGION | NEW_BLOCK | COPY_REGION => self.new_part(name, operands),
            INLINE_BLOCK | INLINE_COPY => self.inlined(operands, name == INLINE_COPY),
            INSERT_AT => self.insertion(Insertion::PdllAtPlace, operands),
            INSERT_BEFORE => self.insertion(Insertion::PdllBefore, operands),
            INSERT_AT_START => self.insertion(Insertion::PdllAtStart, operands),
            _ => return Ok(None),
        };
        match step {
            Some(Step::Node(node)) if call.results[..] == [node.kind()] => {
                Ok(Some(self.define(node)))
            }
            Some(Step::Statement(statement)) if call.results.is_empty() => {
                self.rewrite.push(statement);
                Ok(Some(Defined::NOTHING))
            }
            _ => Err(format!("this is not how `{name}` is called")),
        }
    }

    fn new_part(&self, name: &str, operands: &[NodeId]) -> Option<Step> {
        let node = match (name, operands) {
            (PLACE, []) => Node::Built(Built::Place),
            (NEW_REGION, []) => Node::Built(Built::NewRegion),
            (NEW_BLOCK, [region, types @ ..]) => {
                let is_type = |ty: &NodeId| {
                    matches!(self.nodes.kind(*ty), Kind::PdllType | Kind::PdllTypeRange)
                };
                let is_new = matches!(self.nodes[*region], Node::Built(Built::NewRegion));
                if !is_new || !types.iter().all(is_type) {
                    return None;
                }
                let types = types.to_vec();
                let region = *region;
                Node::Built(Built::NewBlock { region, types })
            }
            (COPY_REGION, [region]) if matches!(self.nodes[*region], Node::Region(_)) => {
                Node::Built(Built::CopiedRegion { region: *region })
            }
            _ => return None,
        };
        Some(Step::Node(node))
    }

    fn inlined(&self, operands: &[NodeId], is_copy: bool) -> Option<Step> {
        let [block, arguments @ ..] = operands else {
            return None;
        };
        let is_value = |value: &NodeId| {
            matches!(
                self.nodes.kind(*value),
                Kind::PdllValue | Kind::PdllValueRange
            )
        };
        let is_block = matches!(self.nodes[*block], Node::Block(_));
        (is_block && arguments.iter().all(is_value)).then(|| {
            Step::Node(Node::Built(Built::Inlined(Inlined {
                block: *block,
                arguments: arguments.to_vec(),
                is_copy,
            })))
        })
    }

    fn insertion(&self, at: Insertion, operands: &[NodeId]) -> Option<Step> {
        let [anchor] = operands else {
            return None;
        };
        let node = &self.nodes[*anchor];
        let is_right = match at {
            Insertion::PdllAtPlace => matches!(node, Node::Built(Built::Place)),
            Insertion::PdllBefore => matches!(node, Node::Operation(_)),
            Insertion::PdllAtStart => {
                matches!(node, Node::Block(_) | Node::Built(Built::NewBlock { .. }))
            }
        };
        is_right.then_some(Step::Statement(Statement::Insert(at, *anchor)))
    }
}

/// What a call does.
enum Step {
    Node(Node),
    Statement(Statement),
}
