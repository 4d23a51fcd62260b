//! The parts of a text at an offset.

use super::{Analysis, entity::touches};
use crate::front::syntax::parts::Node;

/// The parts of the text that contain an offset or end there, outermost first. Of two
/// that meet, the later one counts.
pub(super) fn path(analysis: &Analysis, offset: u32) -> Vec<Node<'_>> {
    let mut path = Vec::new();
    let items = analysis.tree().map(|tree| &tree.items[..]);
    let mut nodes: Vec<_> = items.unwrap_or_default().iter().map(Node::Item).collect();
    loop {
        let is_here = |node: &&Node<'_>| touches(analysis, node.span(), offset);
        let Some(node) = nodes.iter().rev().find(is_here).copied() else {
            return path;
        };
        path.push(node);
        nodes = node.children();
    }
}
