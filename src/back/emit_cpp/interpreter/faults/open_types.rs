//! Created operations with result types that are left open, of a dialect that pdll does not
//! know. The interpreter asks the operation for them, and ends the process if that cannot
//! tell.

use super::Fault;
use crate::{
    back::graph::{
        Checked,
        pattern::{Node, NodeId, Pattern, Statement},
        pool::NameId,
    },
    mlir::ffi::known_operations::{DialectLoading, Facts},
};
use rustc_hash::FxHashSet;

/// The first such operation of each pattern.
pub(crate) fn open_types<'c>(graph: &Checked<'_, 'c>) -> Vec<Fault<'c>> {
    let infers = |name: &str| {
        let facts = Facts::find(graph.context(), name, DialectLoading::OnDemand);
        facts.registered().is_some_and(|known| known.infers_results)
    };
    let patterns = graph.patterns().iter().zip(graph.locations());
    let faults = patterns.filter_map(|(pattern, locations)| {
        let is_known = |name| infers(graph.pool().text(name));
        let (index, name) = first_open(pattern, is_known)?;
        let name = graph.pool().text(name);
        Some(Fault {
            pattern: pattern.name.clone(),
            location: locations.statements[index],
            reason: format!("it may not know the result types of `{name}`, which are left open"),
            is_foreign_call: false,
        })
    });
    faults.collect()
}

/// The statement that creates it, and its name.
fn first_open(pattern: &Pattern, infers: impl Fn(NameId) -> bool) -> Option<(usize, NameId)> {
    let replacing: FxHashSet<NodeId> = pattern.rewrite.iter().filter_map(replacement).collect();
    // What an operation has determined is known to the next one.
    let mut known: FxHashSet<NodeId> = FxHashSet::default();
    let mut statements = pattern.rewrite.iter().enumerate();
    statements.find_map(|(index, statement)| {
        let Statement::Define(node) = statement else {
            return None;
        };
        let Node::Operation(operation) = &pattern.nodes[*node] else {
            return None;
        };
        let types = &operation.results.entries;
        let is_open = |ty: &NodeId| {
            let is_free = matches!(
                pattern.nodes[*ty],
                Node::Type { value: None } | Node::Types { value: None }
            );
            is_free && !pattern.nodes.is_matched(*ty) && !known.contains(ty)
        };
        let name = operation.name?;
        let has_open = types.iter().any(is_open);
        known.extend(types);
        let is_found = has_open && !replacing.contains(node) && !infers(name);
        is_found.then_some((index, name))
    })
}

/// The operation whose results take the place of another one.
fn replacement(statement: &Statement) -> Option<NodeId> {
    match statement {
        Statement::ReplaceByOperation { by, .. } => Some(*by),
        _ => None,
    }
}
