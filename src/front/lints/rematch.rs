//! `rematch`: a pattern matches what it has made, and may be applied again and
//! again.
//!
//! That is certain when what the match section demands is written where the
//! operation is created, or is demanded of the same values already, or when the
//! rewrite leaves all that was matched as it is. Native functions may do and
//! refuse anything; a pattern `with recursion` declares that it ends.

use super::{
    cover::covers,
    graph::{Graph, calls_native_rewrite, operation, removed, used_operations},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Operation, Pattern},
};
use smol_str::SmolStr;
use std::cell::LazyCell;

/// Adds the warning about a pattern, if there is one.
pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    if pattern.bounded_recursion {
        return;
    }
    let mut created = created_like_root(pattern).peekable();
    let keeps_all = keeps_all(pattern);
    if (created.peek().is_none() && !keeps_all) || is_opaque(pattern) {
        return;
    }
    if keeps_all {
        diagnostics.push(
            Diagnostic::warning(
                "rematch",
                pattern.rewrite_span,
                "the pattern matches again after this rewrite, which changes nothing that it matched",
            )
            .note(pattern.nodes[pattern.root.index()].span, "it is matched here")
            .help("replace or erase the root, or declare the pattern `with recursion` if it terminates anyway"),
        );
        return;
    }
    let graph = Graph::of_all(pattern);
    if let Some(created) = created.find(|created| covers(&graph, &graph, *created)) {
        diagnostics.push(warning(pattern, created));
    }
}

fn warning(pattern: &Pattern, created: NodeId) -> Diagnostic {
    let node = &pattern.nodes[created.index()];
    let message =
        "the pattern matches the operation that it creates here, and may be applied to it again";
    let diagnostic = Diagnostic::warning("rematch", node.span, message);
    pattern
        .with_callers(diagnostic, node)
        .note(
            pattern.nodes[pattern.root.index()].span,
            "this is what it matches",
        )
        .help("make it match less, or declare it `with recursion` if it terminates anyway")
}

/// The operations that a pattern creates and leaves in use, if they look as if
/// they were like the root.
fn created_like_root(pattern: &Pattern) -> impl Iterator<Item = NodeId> {
    let root = operation(&pattern.nodes, pattern.root);
    let used = LazyCell::new(|| used_operations(pattern));
    (pattern.rewrite_start..pattern.nodes.len())
        .map(|index| NodeId(index as u32))
        .filter(move |id| {
            operation(&pattern.nodes, *id)
                .zip(root)
                .is_some_and(|(created, root)| may_match(root, created))
                && used[id.index()]
        })
}

/// Whether an operation has the name and the attributes that another demands.
/// That is quickly found out, and decides most cases.
fn may_match(root: &Operation, created: &Operation) -> bool {
    let has = |name: &SmolStr| created.attributes.iter().any(|(other, _)| name == other);
    (root.name.is_none() || root.name == created.name)
        && root.attributes.iter().all(|(name, _)| has(name))
}

/// Whether the rewrite erases and replaces nothing.
fn keeps_all(pattern: &Pattern) -> bool {
    pattern.nodes[pattern.rewrite_start..]
        .iter()
        .all(|node| removed(node).is_none())
}

/// Whether a native function decides whether the pattern matches or is applied, or what is
/// in regions, which a rewrite changes by what it inserts and erases there.
pub(super) fn is_opaque(pattern: &Pattern) -> bool {
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    let is_opaque = |node: &Node| matches!(node.kind, NodeKind::Call(_) | NodeKind::Region { .. });
    matcher.iter().any(is_opaque) || calls_native_rewrite(pattern)
}
