//! Whether the operations that a rewrite creates can get their result types.
//!
//! Types come, in this order, from the expression; from the operation itself, if
//! it computes them; from the operation that it replaces. If none of these
//! provides the types, PDL's run time creates the operation without results and
//! returns results that do not exist.

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Operation, Pattern, Replacement},
    host::{Host, OperationKnowledge},
    ods::{Arity, Ods},
};

/// Checks the operations that a pattern creates.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
) {
    let Pattern {
        nodes,
        rewrite_start,
        ..
    } = pattern;
    for (index, node) in nodes.iter().enumerate().skip(*rewrite_start) {
        if let NodeKind::Range { elements, .. } = &node.kind
            && let Some(ty) = only_in_attributes(nodes, *rewrite_start, elements)
        {
            let problem = may_be_missing(node, "an element of this range", &nodes[ty.index()]);
            diagnostics.push(pattern.with_callers(problem, node));
        }
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let name = operation.name.as_deref().unwrap_or_default();
        let types = operation.result_types.as_deref().unwrap_or_default();
        let problem = if let Some(ty) = only_in_attributes(nodes, *rewrite_start, types) {
            let what = format!("a result type of `{name}`");
            may_be_missing(node, &what, &nodes[ty.index()])
        } else if leaves_types_open(pattern, index, operation)
            && needs_result_types(ods, host, name)
            && !replaces_earlier(nodes, index)
        {
            Diagnostic::error(
                node.span,
                format!("`{name}` does not compute its result types"),
            )
            .help("write them: `-> (…)`")
        } else {
            continue;
        };
        diagnostics.push(pattern.with_callers(problem, node));
    }
}

/// The error at `node` about a type of which only attributes are known to be.
fn may_be_missing(node: &Node, what: &str, ty: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!("{what} is known only as the type of an attribute, which may have none"),
    )
    .note(ty.span, "the type is defined here")
    .help("bind it to the type of an operand or result of the input")
}

/// Whether the operation, node `index`, must find result types by itself.
fn leaves_types_open(pattern: &Pattern, index: usize, operation: &Operation) -> bool {
    let Some(types) = operation
        .result_types
        .as_ref()
        .filter(|types| !types.is_empty())
    else {
        return true;
    };
    let rewriter = &pattern.nodes[pattern.rewrite_start..index];
    types.iter().any(|ty| {
        let is_variable = matches!(
            pattern.nodes[ty.index()].kind,
            NodeKind::Type | NodeKind::Types
        );
        let is_known = rewriter
            .iter()
            .any(|earlier| earlier.kind.inputs().contains(ty));
        is_variable && ty.index() >= pattern.rewrite_start && !is_known
    })
}

/// Whether the operation has results, whose types it cannot compute.
fn needs_result_types(ods: &Ods, host: &mut dyn Host, name: &str) -> bool {
    match ods.operation(name) {
        Some(known) => {
            let mut results = known.results.iter();
            !known.infers_result_types && results.any(|group| group.arity == Arity::Single)
        }
        None => host.operation(name) == OperationKnowledge::NeedsResultTypes,
    }
}

/// Whether the operation takes the place of one that exists before it.
fn replaces_earlier(nodes: &[Node], created: usize) -> bool {
    nodes.iter().any(|node| {
        matches!(&node.kind, NodeKind::Replace { operation, with: Replacement::Operation(with) }
            if with.index() == created && operation.index() < created)
    })
}

/// One of `types` that no operand or result of the input has. An attribute need
/// not have a type, so this one may be missing.
fn only_in_attributes(nodes: &[Node], rewrite_start: usize, types: &[NodeId]) -> Option<NodeId> {
    types.iter().copied().find(|ty| {
        let is_variable = ty.index() < rewrite_start
            && matches!(nodes[ty.index()].kind, NodeKind::Type | NodeKind::Types);
        let is_of_input = nodes[..rewrite_start].iter().any(|node| match &node.kind {
            NodeKind::Operation(operation) => {
                operation.result_types.iter().flatten().any(|of| of == ty)
            }
            NodeKind::Operand { ty: Some(of) } | NodeKind::Operands { ty: Some(of) } => of == ty,
            _ => false,
        });
        is_variable && !is_of_input
    })
}
