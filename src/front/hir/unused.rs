//! Operations that are matched and have no other purpose.
//!
//! PDL does not match an operation that nothing mentions.

use super::{NodeId, NodeKind, Pattern};

/// The operations of the match section that are not the root and that nothing
/// mentions.
pub fn unused_operations(pattern: &Pattern) -> impl Iterator<Item = NodeId> {
    let used = used(pattern);
    (0..pattern.rewrite_start)
        .map(|index| NodeId(index as u32))
        .filter(move |id| {
            let is_operation = matches!(pattern.nodes[id.index()].kind, NodeKind::Operation(_));
            is_operation && *id != pattern.root && !used[id.index()]
        })
}

/// Which nodes have a use. An unused result is not a use of its operation.
fn used(pattern: &Pattern) -> Vec<bool> {
    let mut used = vec![false; pattern.nodes.len()];
    for (index, node) in pattern.nodes.iter().enumerate().rev() {
        match &node.kind {
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => used[operation.index()] |= used[index],
            kind => kind.for_each_input(|input| used[input.index()] = true),
        }
    }
    used
}
