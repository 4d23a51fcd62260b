//! Whether there are as many replacements as results.

use crate::{
    diagnostic::{Diagnostic, Diagnostics, count},
    hir::{Node, NodeId, NodeKind, Pattern, Replacement, Type},
    ods::{Arity, Group, Ods},
};

/// Where both numbers are certain, there must be as many replacements as
/// results: MLIR does not check it when the pattern is applied.
pub(super) fn check(pattern: &Pattern, ods: &Ods, diagnostics: &mut Diagnostics) {
    let nodes = &pattern.nodes;
    for node in &nodes[pattern.rewrite_start..] {
        let NodeKind::Replace { operation, with } = &node.kind else {
            continue;
        };
        let replacements = match with {
            Replacement::Operation(new) => certain_results(ods, nodes, *new),
            Replacement::Values(list) => values(ods, nodes, list),
        };
        let results = certain_results(ods, nodes, *operation);
        let (Some(results), Some(replacements)) = (results, replacements) else {
            continue;
        };
        if results != replacements {
            let message = format!(
                "the operation has {}, but there {}",
                count(results, "result"),
                match replacements {
                    1 => "is 1 replacement value".to_owned(),
                    many => format!("are {}", count(many, "replacement value")),
                }
            );
            let of = nodes[operation.index()].span;
            diagnostics.push(
                pattern
                    .with_callers(Diagnostic::error(node.span, message), node)
                    .note(of, "the operation to replace is here"),
            );
        }
    }
}

/// The number of results of an operation, from its result types or from its
/// definition.
fn certain_results(ods: &Ods, nodes: &[Node], operation: NodeId) -> Option<usize> {
    let NodeKind::Operation(data) = &nodes[operation.index()].kind else {
        return None;
    };
    let written = data.written_results(|node| nodes[node.index()].kind.ty());
    written.or_else(|| {
        let known = ods.operation(data.name.as_deref()?)?;
        let is_single = |group: &Group| group.arity == Arity::Single;
        let results = &known.results;
        results.iter().all(is_single).then_some(results.len())
    })
}

fn values(ods: &Ods, nodes: &[Node], list: &[NodeId]) -> Option<usize> {
    list.iter()
        .map(|value| match &nodes[value.index()].kind {
            NodeKind::Results { operation } => certain_results(ods, nodes, *operation),
            NodeKind::Range { elements, .. } => values(ods, nodes, elements),
            kind => (kind.ty() == Some(Type::Value)).then_some(1),
        })
        .sum()
}
