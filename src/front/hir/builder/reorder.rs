//! Another order of the nodes of a pattern.

use crate::hir::{Node, NodeId};

/// Puts nodes in an order, which has the index of each once, and those that a node refers
/// to before it. Returns where each node is then, by its index.
pub(super) fn reorder(nodes: &mut Vec<Node>, order: &[usize]) -> Vec<NodeId> {
    let mut places = vec![NodeId(0); nodes.len()];
    for (place, index) in order.iter().enumerate() {
        places[*index] = NodeId(place as u32);
    }
    let mut old: Vec<_> = std::mem::take(nodes).into_iter().map(Some).collect();
    for index in order {
        let mut node = old[*index].take().expect("it has one place");
        node.kind.map_inputs(|input| places[input.index()]);
        nodes.push(node);
    }
    places
}
