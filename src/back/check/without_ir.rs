//! Whether a pattern needs IR to be checked: whether the checks of C++, which read `pdl`,
//! look at a part that it has. They are about what only MLIR knows, and few patterns have
//! such parts.

use super::{
    dialects::Dialects,
    registered::{unfit_constants, wrong_num_operands},
};
use crate::{
    back::graph::{
        Graph,
        pattern::{Groups, Node, NodeId, Nodes, Pattern, is_range},
        statements::created_operations,
    },
    front::contract::LIBRARY_PREFIX,
    mlir::ffi::{aot::are_calls_checked, known_operations::Facts},
};
use rustc_hash::FxHashSet;
use std::cell::LazyCell;

/// Whether some pattern does. No means that those checks let all pass without a word.
pub(super) fn needs_ir(graph: &Graph<'_, '_>, dialects: &mut Dialects<'_>) -> bool {
    are_library_calls_checked(graph)
        || graph.patterns().iter().any(|pattern| {
            are_creations_checked(graph, pattern, dialects)
                || are_groups_checked(graph, pattern, dialects)
        })
}

/// `CreationCheck.cpp`: whether it may refuse an operation, or would have to find out what
/// its regions and successors are.
fn are_creations_checked(
    graph: &Graph<'_, '_>,
    pattern: &Pattern,
    dialects: &mut Dialects<'_>,
) -> bool {
    let text = |name| graph.pool().text(name);
    let nodes = &pattern.nodes;
    let determined = LazyCell::new(|| determined_types(nodes));
    let mut created = created_operations(pattern);
    created.any(|operation| {
        let mut seen = FxHashSet::default();
        let mut names = operation.attributes.iter().map(|(name, _)| *name);
        if !names.all(|name| !text(name).is_empty() && seen.insert(name)) {
            return true;
        }
        let Some(name) = operation.name.map(text) else {
            return true;
        };
        match dialects.facts(name) {
            Facts::Unknown { .. } => false,
            Facts::Missing => true,
            Facts::Registered(known) => {
                let mut types = operation.results.entries.iter();
                !known.is_plain
                    || !operation.regions.is_empty()
                    || wrong_num_operands(nodes, operation, known).is_some()
                    || unfit_constants(graph, nodes, (name, operation)).is_some()
                    || !known.infers_results && !types.all(|ty| is_certain(*ty, nodes, &determined))
            }
        }
    })
}

/// Whether MLIR is sure that a type of a created operation will be known.
fn is_certain(ty: NodeId, nodes: &Nodes, determined: &FxHashSet<NodeId>) -> bool {
    let node = &nodes[ty];
    let is_returned = matches!(node, Node::Returned { .. }) && !nodes.is_matched(ty);
    is_returned || node.constant().is_some() || determined.contains(&ty)
}

/// The types of operands and results that are matched.
fn determined_types(nodes: &Nodes) -> FxHashSet<NodeId> {
    let mut types = FxHashSet::default();
    for (_, node) in nodes.matched() {
        match node {
            Node::Operand { ty } | Node::Operands { types: ty } => types.extend(ty),
            Node::Operation(operation) => types.extend(&operation.results.entries),
            _ => {}
        }
    }
    types
}

/// `GroupCheck.cpp` and `DivisionCheck.cpp`: whether a pattern takes a group of results, or
/// has an operation whose groups a dialect, or nobody, knows.
fn are_groups_checked(
    graph: &Graph<'_, '_>,
    pattern: &Pattern,
    dialects: &mut Dialects<'_>,
) -> bool {
    let nodes = &pattern.nodes;
    let takes_group =
        |node: &Node| matches!(node, Node::Results(results) if results.index.is_some());
    let mut all = nodes.matched().chain(nodes.in_rewrite());
    if all.any(|(_, node)| takes_group(node)) {
        return true;
    }
    let is_checked = |list: &Groups, has_segments| {
        let entries = list.entries.iter();
        let ranges = entries.filter(|entry| is_range(nodes.kind(**entry)));
        match ranges.count() {
            0 => false,
            1 => has_segments && list.entries.len() > 1,
            _ => true,
        }
    };
    nodes.matched_operations().any(|(_, operation)| {
        let (operands, results) = (&operation.operands, &operation.results);
        let Some(name) = operation.name else {
            return is_checked(operands, false) || is_checked(results, false);
        };
        // Where it is not registered, it may be in the other process.
        let known = dialects.facts(graph.pool().text(name)).registered();
        known.is_some_and(|known| {
            is_checked(operands, known.has_operand_segments)
                || is_checked(results, known.has_result_segments)
        })
    })
}

/// `Library.cpp`: whether there is a call whose arguments it looks at.
fn are_library_calls_checked(graph: &Graph<'_, '_>) -> bool {
    let names = graph.pool().names().iter();
    let mut functions = names.filter(|name| name.starts_with(LIBRARY_PREFIX));
    functions.any(|name| are_calls_checked(name))
}
