//! Whether there are as many replacements as results, and ranges of a size that
//! can be handled.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, count},
    hir::{Node, NodeId, NodeKind, Pattern, Replacement, Type, ranges},
    ods::{Arity, Group, Ods},
};

/// The maximum number of values or types in a range. No operation has as many.
const MAX_RANGE: usize = u16::MAX as usize;

/// Reports the first range with too many elements. A range of ranges may double
/// them in each of its many levels.
pub(super) fn check_ranges(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let mut sizes: Vec<usize> = Vec::with_capacity(pattern.nodes.len());
    for node in &pattern.nodes {
        let NodeKind::Range { elements, .. } = &node.kind else {
            sizes.push(1);
            continue;
        };
        // Empty ranges count, too: a walk visits them.
        let size = 1 + elements.iter().map(|one| sizes[one.index()]).sum::<usize>();
        if size > MAX_RANGE {
            let message = format!("this range has more than {MAX_RANGE} elements");
            diagnostics.push(pattern.with_callers(Diagnostic::error(node.span, message), node));
            return;
        }
        sizes.push(size);
    }
}

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
    let kind = |node: NodeId| &nodes[node.index()].kind;
    let written = data.written_results(|node| kind(node).elements(), |node| kind(node).ty());
    written.or_else(|| {
        let known = ods.operation(data.name.as_deref()?)?;
        let is_single = |group: &Group| group.arity == Arity::Single;
        let results = &known.results;
        results.iter().all(is_single).then_some(results.len())
    })
}

/// Whether all results of an operation are one group of its definition.
fn is_only_group(ods: &Ods, nodes: &[Node], operation: NodeId) -> bool {
    let NodeKind::Operation(data) = &nodes[operation.index()].kind else {
        return false;
    };
    let known = data.name.as_deref().and_then(|name| ods.operation(name));
    known.is_some_and(|known| known.results.len() == 1)
}

/// How many values there are in a list of values and ranges, if that is certain.
fn values(ods: &Ods, nodes: &[Node], list: &[NodeId]) -> Option<usize> {
    let elements = |value: NodeId| nodes[value.index()].kind.elements();
    let single = |value: NodeId| match &nodes[value.index()].kind {
        NodeKind::Results { operation } => certain_results(ods, nodes, *operation),
        NodeKind::ResultGroup { operation, .. } if is_only_group(ods, nodes, *operation) => {
            certain_results(ods, nodes, *operation)
        }
        kind => (kind.ty() == Some(Type::Value)).then_some(1),
    };
    let add = |a: Option<usize>, b: Option<usize>| a?.checked_add(b?);
    ranges::sum(list, Some(0), elements, single, add)
}
