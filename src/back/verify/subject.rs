//! A pattern that is looked at, and what belongs to it.

use super::{
    definitions::{Definitions, stated_operands},
    described::Described,
};
use crate::{
    back::graph::{
        Locations,
        pattern::{Node, NodeId, Operation, Pattern, Results, is_range},
        pool::{ConstantId, Pool},
    },
    front::hir::Native,
    mlir::ffi::{
        entity::constant_type,
        known_operations::{DialectLoading, Facts},
        pattern_set::Natives,
    },
};
use melior::{
    Context,
    ir::{Attribute, AttributeLike, Type},
};
use pdll_verify::{meanings, value};
use rustc_hash::FxHashMap;

/// Why nothing can be said about a pattern, as the end of "the pattern cannot be decided:".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unsupported(pub(super) String);

pub(super) struct Subject<'p, 'c> {
    pub(super) context: &'c Context,
    pub(super) pattern: &'p Pattern,
    pub(super) pool: &'p Pool<'c>,
    /// Where its nodes stand.
    pub(super) locations: &'p Locations<'c>,
    /// The functions that pattern files define, by their names.
    pub(super) definitions: &'p FxHashMap<&'p str, &'p Native>,
    /// Those of the library.
    pub(super) library: &'p Natives,
    /// What `.td` files say of operations.
    pub(super) described: &'p Described<'p>,
    /// What users say that operations mean.
    pub(super) meanings: &'p Definitions<'p, 'c>,
}

impl<'p, 'c> Subject<'p, 'c> {
    pub(super) fn name(&self, operation: &Operation) -> Result<&'p str, Unsupported> {
        match operation.name {
            Some(name) => Ok(self.pool.text(name)),
            None => Err(Unsupported("an operation of it has no name".to_owned())),
        }
    }

    /// The operands of an operation. Where the pattern does not mention any, it has none, if
    /// that is known of operations of its name.
    pub(super) fn operands<'o>(&self, operation: &'o Operation) -> &'o [NodeId] {
        match stated_operands(&self.pattern.nodes, operation) {
            None if self.has_no_operands(operation) => &[],
            _ => &operation.operands.entries,
        }
    }

    /// Whether MLIR knows the operations of a name.
    pub(super) fn is_registered(&self, name: &str) -> bool {
        let known = Facts::find(self.context, name, DialectLoading::OnDemand);
        known.registered().is_some()
    }

    fn has_no_operands(&self, operation: &Operation) -> bool {
        let Ok(name) = self.name(operation) else {
            return false;
        };
        match Facts::find(self.context, name, DialectLoading::OnDemand) {
            Facts::Registered(known) => known.num_operands == Some(0),
            Facts::Missing | Facts::Unknown { .. } => {
                let fits = meanings::find(name).and_then(|meaning| meaning.fits);
                let any = [value::Type::Integer(8)];
                fits.is_some_and(|fits| fits(&[], &any))
                    || (self.meanings.define(name)
                        && self.meanings.types_of(name, &[], None).is_ok())
            }
        }
    }

    /// A function that the pattern file defines.
    pub(super) fn native(&self, name: &str) -> Option<&'p Native> {
        self.definitions.get(name).copied()
    }

    pub(super) fn attribute_constant(&self, constant: ConstantId) -> Attribute<'c> {
        self.pool.constants()[constant.0 as usize].attribute
    }

    pub(super) fn type_constant(&self, constant: ConstantId) -> Option<Type<'c>> {
        type_of(self.pool, constant)
    }

    /// Which result of which operation a node is. All results of an operation are the first
    /// one, where operations with another number of results are left out.
    pub(super) fn result(&self, node: NodeId) -> Option<(NodeId, usize)> {
        match &self.pattern.nodes[node] {
            Node::Result {
                operation, index, ..
            } => Some((*operation, *index as usize)),
            Node::Results(Results {
                operation,
                index: None,
                ..
            }) => Some((*operation, 0)),
            Node::Results(results) if self.is_single(results) => {
                Some((results.operation, results.index? as usize))
            }
            _ => None,
        }
    }

    /// Whether a group of results is one result, and so are all groups before it.
    fn is_single(&self, results: &Results) -> bool {
        let (Some(index), false) = (results.index, is_range(results.kind)) else {
            return false;
        };
        let before = ..index as usize;
        let nodes = &self.pattern.nodes;
        match &results.groups {
            Some((_, groups)) => groups
                .get(before)
                .is_some_and(|groups| groups.bytes().all(|group| group == b'1')),
            None => nodes
                .operation(results.operation)
                .results
                .entries
                .get(before)
                .is_some_and(|all| {
                    all.iter()
                        .all(|ty| !matches!(nodes[*ty], Node::Types { .. }))
                }),
        }
    }

    /// Whether a node stands for all results of an operation, or for their types.
    pub(super) fn is_range(&self, node: NodeId) -> bool {
        match &self.pattern.nodes[node] {
            Node::Results(results) => !self.is_single(results),
            Node::Types { .. } => true,
            _ => false,
        }
    }

    /// How many results of an operation the pattern mentions at least.
    pub(super) fn num_used_results(&self, operation: NodeId) -> usize {
        let nodes = &self.pattern.nodes;
        let all = nodes.matched().chain(nodes.in_rewrite());
        let counts = all.filter_map(|(node, _)| {
            let (owner, index) = self.result(node)?;
            (owner == operation).then_some(index + 1)
        });
        counts.max().unwrap_or(0)
    }

    /// What the source calls a node, or a name for it.
    pub(super) fn node_name(&self, node: NodeId) -> String {
        let location = self.locations.nodes[node.index()].to_string();
        // A location with a name is printed as `loc("name"(...))`.
        let name = location
            .strip_prefix("loc(\"")
            .and_then(|rest| rest.split_once("\"("));
        match name {
            Some((name, _)) => name.to_owned(),
            None => format!("operand {}", node.index()),
        }
    }
}

/// The type that a constant is.
pub(super) fn type_of<'c>(pool: &Pool<'c>, constant: ConstantId) -> Option<Type<'c>> {
    let attribute = pool.constants()[constant.0 as usize].attribute;
    attribute.is_type().then(|| constant_type(attribute))
}
