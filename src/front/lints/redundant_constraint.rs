//! `redundant-constraint`, for native constraints: one is checked twice of the
//! same arguments, and holds the second time because it held the first.
//!
//! Nothing is said of what cannot be left out: the constraints of a parameter
//! or result, which are its type, and what two functions check of the same value
//! because each of them has to.

use super::graph::Graph;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::Span,
    hir::{Call, CallKind, Node, NodeId, NodeKind, Pattern},
};
use rustc_hash::FxHashSet;

/// Checks the patterns of a compilation, one after the other.
#[derive(Default)]
pub(super) struct Checker {
    /// What was reported, as a function may be called by several patterns.
    reported: FxHashSet<Span>,
}

impl Checker {
    /// Adds the warnings about a pattern.
    pub(super) fn check(&mut self, pattern: &Pattern, diagnostics: &mut Diagnostics) {
        let calls: Vec<_> = pattern.nodes[..pattern.rewrite_start]
            .iter()
            .enumerate()
            .filter_map(|(index, node)| Some((index, node, constraint(node)?)))
            .collect();
        if calls.len() < 2 {
            return;
        }
        let graph = Graph::of_match(pattern);
        for (index, node, call) in &calls {
            let first = graph.first(NodeId(*index as u32)).index();
            let earlier = &pattern.nodes[first];
            if first == *index || !call.results.is_empty() {
                continue;
            }
            let is_of_signature =
                |node| calls.iter().any(|(_, other, _)| shares_place(node, other));
            if is_of_signature(*node) || is_of_signature(earlier) {
                continue;
            }
            let (redundant, other) = match (node.call, earlier.call) {
                (a, b) if a == b => (*node, earlier),
                (None, Some(_)) => (*node, earlier),
                (Some(_), None) => (earlier, *node),
                _ => continue,
            };
            if self.reported.insert(redundant.span) {
                diagnostics.push(warning(pattern, redundant, other));
            }
        }
    }
}

fn constraint(node: &Node) -> Option<&Call> {
    match &node.kind {
        NodeKind::Call(call) if call.kind != CallKind::Rewrite => Some(call),
        _ => None,
    }
}

/// Whether two constraints come from one call of a native function: from the
/// call itself and from its signature.
fn shares_place(node: &Node, other: &Node) -> bool {
    !std::ptr::eq(node, other) && node.span == other.span && node.call == other.call
}

fn warning(pattern: &Pattern, redundant: &Node, other: &Node) -> Diagnostic {
    let diagnostic = Diagnostic::warning(
        "redundant-constraint",
        redundant.span,
        "this constraint is checked twice with the same arguments",
    );
    let diagnostic = pattern
        .with_callers(diagnostic, redundant)
        .note(other.span, "the other check is here");
    pattern
        .with_callers(diagnostic, other)
        .help("remove one of them")
}
