//! What registered operations demand of the operations of patterns.

use crate::{
    back::graph::{
        Graph,
        pattern::{Node, NodeId, Nodes, Operation},
    },
    mlir::ffi::{entity::attribute_fits, known_operations::Registered, program::Kind},
};
use melior::ir::Attribute;

/// The number of operands that an operation must have, if it must have another one.
pub(super) fn wrong_num_operands(
    nodes: &Nodes,
    operation: &Operation,
    known: Registered,
) -> Option<usize> {
    let operands = &operation.operands.entries;
    let mut entries = operands.iter();
    let is_countable = entries.all(|entry| nodes.kind(*entry) == Kind::PdllValue);
    known
        .num_operands
        .filter(|expected| is_countable && *expected != operands.len())
}

/// The attributes of an operation that are constants, with their names, if it cannot have
/// one of them.
pub(super) fn unfit_constants<'g, 'c>(
    graph: &'g Graph<'_, 'c>,
    nodes: &Nodes,
    (name, operation): (&str, &Operation),
) -> Option<Vec<(&'g str, Attribute<'c>)>> {
    let attributes = operation.attributes.iter();
    let constants = attributes.filter_map(|(name, node)| {
        let constant = constant(graph, nodes, *node)?;
        Some((graph.pool().text(*name), constant))
    });
    let fits = |(of, constant): (&str, Attribute<'c>)| attribute_fits(constant, name, of);
    let is_unfit = !constants.clone().all(fits);
    is_unfit.then(|| constants.collect())
}

/// The attribute that a node of a pattern must be.
pub(super) fn constant<'c>(
    graph: &Graph<'_, 'c>,
    nodes: &Nodes,
    node: NodeId,
) -> Option<Attribute<'c>> {
    match &nodes[node] {
        Node::Attribute { value, .. } => {
            Some(graph.pool().constants()[value.as_ref()?.0 as usize].attribute)
        }
        _ => None,
    }
}
