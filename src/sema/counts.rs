//! Whether there are as many replacements as results.

use super::{Sema, stmt::count};
use crate::{
    diagnostic::Diagnostic,
    hir::{Node, NodeId, NodeKind, Pattern, Replacement, Type},
};

/// Where both numbers are certain, there must be as many replacements as
/// results: MLIR does not check it when the pattern is applied.
pub(super) fn check(sema: &mut Sema<'_>, pattern: &Pattern) {
    let nodes = &pattern.nodes;
    for node in &nodes[pattern.rewrite_start..] {
        let NodeKind::Replace { operation, with } = &node.kind else {
            continue;
        };
        let replacements = match with {
            Replacement::Operation(new) => results(nodes, *new),
            Replacement::Values(list) => values(nodes, list),
        };
        let (Some(results), Some(replacements)) = (results(nodes, *operation), replacements) else {
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
            sema.diagnostics.push(
                pattern
                    .with_callers(Diagnostic::error(node.span, message), node)
                    .note(of, "the operation to replace is here"),
            );
        }
    }
}

/// The number of results of an operation whose result types are given, and all
/// single ones.
pub(super) fn results(nodes: &[Node], operation: NodeId) -> Option<usize> {
    let NodeKind::Operation(data) = &nodes[operation.index()].kind else {
        return None;
    };
    let types = data.result_types.as_ref()?;
    let is_single = |ty: &NodeId| nodes[ty.index()].kind.ty() == Some(Type::Type);
    types.iter().all(is_single).then_some(types.len())
}

fn values(nodes: &[Node], list: &[NodeId]) -> Option<usize> {
    list.iter()
        .map(|value| match &nodes[value.index()].kind {
            NodeKind::Results { operation } => results(nodes, *operation),
            NodeKind::Range { elements, .. } => values(nodes, elements),
            kind => (kind.ty() == Some(Type::Value)).then_some(1),
        })
        .sum()
}
