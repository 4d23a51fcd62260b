//! The places where a rewrite creates operations.
//!
//! Analysis says of each statement about an operation that it creates before that one, as
//! far as it may be in a body. Only a finished pattern shows which operations are.

use super::reorder::reorder;
use crate::hir::{Insertion, Node, NodeId, NodeKind};

/// Removes the places before operations that are in no body that the pattern matches.
pub(super) fn remove_needless(nodes: &mut Vec<Node>) {
    let mut is_needless = vec![false; nodes.len()];
    for index in 0..nodes.len() {
        if !is_before_outer(nodes, index) {
            continue;
        }
        is_needless[index] = true;
        // The place is taken right before, and only the return to it refers to it.
        let place = NodeId(index as u32 - 1);
        is_needless[place.index()] = true;
        let returns = |node: &Node| matches!(node.kind, NodeKind::Insert { at: Insertion::Place, anchor } if anchor == place);
        if let Some(back) = nodes.iter().position(returns) {
            is_needless[back] = true;
        }
    }
    let (kept, removed): (Vec<_>, Vec<_>) =
        (0..nodes.len()).partition(|index| !is_needless[*index]);
    if !removed.is_empty() {
        let count = kept.len();
        reorder(nodes, &[kept, removed].concat());
        nodes.truncate(count);
    }
}

/// Whether a node is the place before an operation outside of such bodies.
fn is_before_outer(nodes: &[Node], index: usize) -> bool {
    let NodeKind::Insert {
        at: Insertion::Before,
        anchor,
    } = nodes[index].kind
    else {
        return false;
    };
    match &nodes[anchor.index()].kind {
        NodeKind::Operation(operation) => operation.inside.is_none(),
        _ => true,
    }
}
