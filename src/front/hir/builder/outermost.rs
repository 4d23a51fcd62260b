//! The order in which the verifier of the dialect `pdl` finds all of a match.
//!
//! From the first operation or operand that the rewrite section mentions, it follows shared
//! values, and from operations into what is in their regions, but not out of them. So what is
//! outermost comes first.

use super::{RewriteStart, reorder::reorder};
use crate::hir::{Node, NodeKind, links::Links, unused::used_from};

/// Moves one of the outermost nodes up, with all that it refers to.
pub(super) fn move_up(nodes: &mut Vec<Node>, rewrite: &mut RewriteStart) {
    let matcher = &nodes[..rewrite.node];
    let has_regions = |node: &Node| matches!(node.kind, NodeKind::Region { .. });
    if !matcher.iter().any(has_regions) {
        return;
    }
    let links = Links::new(matcher);
    let Some(first) = links.outermost(matcher) else {
        return;
    };
    // What is around regions is mentioned in any case.
    let mut mentioned = used_from(rewrite.node, nodes);
    mentioned[rewrite.root.index()] = true;
    for node in matcher {
        if let NodeKind::Region { operation, .. } = node.kind {
            mentioned[operation.index()] = true;
        }
    }
    let first = (0..rewrite.node)
        .find(|index| mentioned[*index] && links.are_together(first, *index))
        .unwrap_or(first);
    let mut is_early = vec![false; nodes.len()];
    is_early[first] = true;
    for index in (0..=first).rev() {
        if is_early[index] {
            nodes[index]
                .kind
                .for_each_input(|input| is_early[input.index()] = true);
        }
    }
    let (early, late): (Vec<_>, Vec<_>) = (0..nodes.len()).partition(|index| is_early[*index]);
    let places = reorder(nodes, &[early, late].concat());
    rewrite.root = places[rewrite.root.index()];
}
