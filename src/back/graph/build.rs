//! Patterns from their parts, in the order of the source. Whether those are IR or still
//! data, the graphs are the same, and under the same rules.

mod parts;

pub(crate) use parts::{Marks, is_part};

use super::{
    bodies::Bodies,
    pattern::{Call, Node, NodeId, Nodes, Operation, Pattern, Results, Statement},
    pool::{ConstantId, NameId, Pool},
};
use crate::{
    front::contract::{LAST, PARENT, REGION_PREFIX},
    mlir::ffi::program::Kind,
};
use melior::ir::attribute::ArrayAttribute;
use rustc_hash::FxHashSet;

/// Something, or why no pattern can have it.
pub(crate) type Fallible<T> = Result<T, String>;

/// Builds one pattern after the other.
#[derive(Default)]
pub(crate) struct GraphBuilder<'c> {
    pool: Pool<'c>,
    patterns: Vec<Pattern>,
    /// The parts of the pattern that is being built.
    nodes: Nodes,
    constraints: Vec<Call>,
    rewrite: Vec<Statement>,
    /// Whether its rewrite has begun.
    is_rewriting: bool,
}

/// What is known of a pattern besides its parts.
pub(crate) struct Head {
    pub(crate) name: String,
    pub(crate) location: ConstantId,
    pub(crate) benefit: u16,
    pub(crate) labels: Vec<String>,
    pub(crate) has_bounded_recursion: bool,
}

/// The call of a native function, or what is written as one.
pub(crate) struct WrittenCall<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: Vec<NodeId>,
    pub(crate) results: Vec<Kind>,
    pub(crate) is_negated: bool,
    pub(crate) marks: Marks,
    pub(crate) location: ConstantId,
}

/// The nodes that one part defines: for each of its results one, in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defined {
    first: usize,
    count: usize,
}

impl Defined {
    const NOTHING: Self = Defined { first: 0, count: 0 };

    pub(crate) fn get(self, result: usize) -> Option<NodeId> {
        (result < self.count).then(|| NodeId::new(self.first + result))
    }

    pub(crate) fn all(self) -> impl Iterator<Item = NodeId> {
        (self.first..self.first + self.count).map(NodeId::new)
    }
}

impl<'c> GraphBuilder<'c> {
    pub(crate) fn pool(&mut self) -> &mut Pool<'c> {
        &mut self.pool
    }

    /// Begins a pattern, without what was left of another one.
    pub(crate) fn begin(&mut self) {
        self.nodes.clear();
        self.constraints.clear();
        self.rewrite.clear();
        self.is_rewriting = false;
    }

    /// All that follows belongs to the rewrite.
    pub(crate) fn begin_rewrite(&mut self) {
        self.nodes.end_match();
        self.is_rewriting = true;
    }

    /// Ends a pattern. If its rewrite names no root, it is the first operation that no
    /// other one uses.
    ///
    /// # Errors
    ///
    /// That it has no operation.
    pub(crate) fn end(&mut self, head: Head, root: Option<NodeId>) -> Fallible<()> {
        let Some(root) = root.or_else(|| first_root(&self.nodes)) else {
            return Err("the pattern matches no operation".to_owned());
        };
        // All patterns are built before any is used, and half of a list that grows may be
        // spare. So what they keep is as long as they need.
        let nodes = self.nodes.take();
        self.patterns.push(Pattern {
            name: head.name,
            location: head.location,
            benefit: head.benefit,
            labels: head.labels,
            has_bounded_recursion: head.has_bounded_recursion,
            root,
            bodies: Bodies::of(&nodes),
            nodes,
            constraints: self.constraints.drain(..).collect(),
            rewrite: self.rewrite.drain(..).collect(),
        });
        Ok(())
    }

    /// The patterns, in order, and what they share.
    pub(crate) fn finish(self) -> (Vec<Pattern>, Pool<'c>) {
        (self.patterns, self.pool)
    }

    /// Adds values of which nothing but their kinds is known, in the place of a part that no
    /// pattern can have.
    pub(crate) fn stand_ins(&mut self, kinds: Vec<Kind>) -> Defined {
        let first = self.nodes.len();
        let count = kinds.len();
        for kind in kinds {
            self.nodes.push(Node::Returned { kind });
        }
        Defined { first, count }
    }

    /// Adds a node. The other functions add those that may use regions and blocks.
    pub(crate) fn define(&mut self, node: Node) -> Defined {
        let first = self.nodes.len();
        let id = self.nodes.push(node);
        if self.is_rewriting {
            self.rewrite.push(Statement::Define(id));
        }
        Defined { first, count: 1 }
    }

    /// Adds an operation that is matched or created. Its regions and the block that it is in
    /// are still among its attributes, as `pdl` writes them.
    ///
    /// # Errors
    ///
    /// Regions and blocks that are none, or where there can be none.
    pub(crate) fn operation(&mut self, mut operation: Operation) -> Fallible<Defined> {
        if let [types] = operation.results.entries[..]
            && self.is_empty_list(types)
        {
            operation.results.entries.clear();
        }
        operation.regions = self.take_regions(&mut operation.attributes)?;
        operation.inside = self.take_parent(&mut operation.attributes)?;
        if operation.is_last && operation.inside.is_none() {
            return Err(format!("`{LAST}` needs a block in `{PARENT}`"));
        }
        Ok(self.define(Node::Operation(Box::new(operation))))
    }

    /// Whether a node of a match is a list of no types, which is how some operations say
    /// that they have no results.
    fn is_empty_list(&self, node: NodeId) -> bool {
        let Node::Types { value: Some(value) } = self.nodes[node] else {
            return false;
        };
        let types = self.pool.constants()[value.0 as usize].attribute;
        let types = ArrayAttribute::try_from(types);
        !self.is_rewriting && types.is_ok_and(|types| types.is_empty())
    }

    /// Takes the regions of an operation from its attributes, among which they are written.
    fn take_regions(&self, attributes: &mut Vec<(NameId, NodeId)>) -> Fallible<Vec<NodeId>> {
        let mut regions = Vec::new();
        let mut is_right = true;
        attributes.retain(|(name, node)| {
            let Some(index) = self.pool.text(*name).strip_prefix(REGION_PREFIX) else {
                return true;
            };
            is_right &= index.parse() == Ok(regions.len()) && self.is_given_region(*node);
            regions.push(*node);
            false
        });
        match is_right {
            true => Ok(regions),
            false => Err(format!(
                "`{REGION_PREFIX}` and an index, in order, are the regions of an operation that is created"
            )),
        }
    }

    /// Takes the block of an operation from its attributes, among which it is written.
    fn take_parent(&self, attributes: &mut Vec<(NameId, NodeId)>) -> Fallible<Option<NodeId>> {
        let is_parent = |(name, _): &(NameId, NodeId)| self.pool.text(*name) == PARENT;
        let parent = attributes.iter().position(is_parent);
        let parent = parent.map(|index| attributes.remove(index).1);
        self.refuse_bodies(attributes.iter().map(|(_, id)| *id))?;
        match parent {
            Some(parent) if !self.is_block(parent) || self.is_rewriting => Err(format!(
                "`{PARENT}` is the block of an operation that is matched"
            )),
            parent => Ok(parent),
        }
    }

    /// Adds a call, or what is written as one.
    ///
    /// # Errors
    ///
    /// What is not written as it should be.
    pub(crate) fn call(&mut self, written: WrittenCall<'_>) -> Fallible<Defined> {
        if let Some(defined) = self.body(&written)? {
            return Ok(defined);
        }
        let arguments = self.without_bodies(written.arguments)?;
        let first = self.nodes.len();
        let results = written.results.iter();
        let results = results.map(|kind| self.nodes.push(Node::Returned { kind: *kind }));
        let call = Call {
            name: self.pool.name(written.name),
            arguments,
            results: results.collect(),
            is_negated: written.is_negated,
            location: written.location,
        };
        let count = call.results.len();
        match self.is_rewriting {
            true => self.rewrite.push(Statement::Call(call)),
            false => self.constraints.push(call),
        }
        Ok(Defined { first, count })
    }

    /// Adds that an operation is erased.
    ///
    /// # Errors
    ///
    /// That it is a region or block.
    pub(crate) fn erase(&mut self, operation: NodeId) -> Fallible<Defined> {
        self.refuse_bodies([operation].into_iter())?;
        self.rewrite.push(Statement::Erase(operation));
        Ok(Defined::NOTHING)
    }

    /// Adds that values, or the results of the only one, take the place of an operation.
    ///
    /// # Errors
    ///
    /// That one of them is a region or block.
    pub(crate) fn replace(&mut self, operation: NodeId, by: Vec<NodeId>) -> Fallible<Defined> {
        self.refuse_bodies([operation].into_iter().chain(by.iter().copied()))?;
        let statement = match by[..] {
            [by, ..] if self.nodes.kind(by) == Kind::PdllOperation => {
                Statement::ReplaceByOperation { operation, by }
            }
            _ => Statement::ReplaceByValues { operation, by },
        };
        self.rewrite.push(statement);
        Ok(Defined::NOTHING)
    }

    pub(crate) fn kind(&self, node: NodeId) -> Kind {
        self.nodes.kind(node)
    }

    /// The nodes, if there are neither regions nor blocks among them.
    ///
    /// # Errors
    ///
    /// That there are.
    pub(crate) fn without_bodies(&self, nodes: Vec<NodeId>) -> Fallible<Vec<NodeId>> {
        self.refuse_bodies(nodes.iter().copied())?;
        Ok(nodes)
    }

    /// Regions and blocks are no attributes, although they are written as if they were.
    fn refuse_bodies(&self, mut nodes: impl Iterator<Item = NodeId>) -> Fallible<()> {
        match nodes.any(|node| self.nodes[node].is_part()) {
            true => Err("this cannot use a region or block".to_owned()),
            false => Ok(()),
        }
    }
}

/// The first operation that no other operation of the pattern uses or holds.
fn first_root(nodes: &Nodes) -> Option<NodeId> {
    let parent = |id: &NodeId| match &nodes[*id] {
        Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
            Some(*operation)
        }
        _ => None,
    };
    let used: FxHashSet<_> = nodes
        .matched_operations()
        .flat_map(|(_, operation)| operation.operands.entries.iter().filter_map(parent))
        .collect();
    let all: Vec<_> = nodes.matched_operations().collect();
    let is_free =
        |(id, operation): &&(NodeId, &Operation)| operation.inside.is_none() && !used.contains(id);
    let unused = all.iter().find(is_free);
    unused.or(all.first()).map(|(id, _)| *id)
}
