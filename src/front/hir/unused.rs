//! Operations that are matched and have no other purpose.
//!
//! PDL does not match an operation that nothing mentions. Its verifier starts from what the
//! rewrite section mentions, and finds what is in regions only from outside.

use super::{Node, NodeId, NodeKind, Pattern};

/// The operations of the match section that are not the root and that nothing
/// mentions. If one has regions and is in none, only the rewrite section counts.
pub fn unused_operations(pattern: &Pattern) -> impl Iterator<Item = NodeId> {
    let used = used_from(0, &pattern.nodes);
    let mentioned = used_from(pattern.rewrite_start, &pattern.nodes);
    let has_regions = has_regions(&pattern.nodes);
    (0..pattern.rewrite_start)
        .map(|index| NodeId(index as u32))
        .filter(move |id| {
            let index = id.index();
            let NodeKind::Operation(operation) = &pattern.nodes[index].kind else {
                return false;
            };
            let is_around = has_regions[index] && operation.inside.is_none();
            let is_used = used[index] && (!is_around || mentioned[index]);
            *id != pattern.root && !is_used
        })
}

/// Which nodes are operations whose regions a pattern describes.
fn has_regions(nodes: &[Node]) -> Vec<bool> {
    let mut has_regions = vec![false; nodes.len()];
    for node in nodes {
        if let NodeKind::Region { operation, .. } = node.kind {
            has_regions[operation.index()] = true;
        }
    }
    has_regions
}

/// Which nodes have a use by one of those from `first` on. An unused result is not a use
/// of its operation.
pub(super) fn used_from(first: usize, nodes: &[Node]) -> Vec<bool> {
    let mut used = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        match &node.kind {
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => used[operation.index()] |= used[index],
            kind if index >= first => kind.for_each_input(|input| used[input.index()] = true),
            _ => {}
        }
    }
    used
}
