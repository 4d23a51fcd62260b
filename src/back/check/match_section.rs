//! Whether matching finds every operation and every value that the pattern uses.

use super::report::Report;
use crate::{
    back::graph::{
        Place,
        pattern::{Node, NodeId, Nodes, Pattern, Results},
        statements::for_each_reference,
    },
    base::sets::Sets,
};
use rustc_hash::FxHashMap;
use std::mem;

/// Checks a pattern, which is the one of that index. Returns whether it is not refused.
pub(super) fn check(pattern: &Pattern, index: usize, report: &Report<'_, '_, '_>) -> bool {
    let connected = connected(pattern);
    let mut is_sound = true;
    for (node, _) in pattern.nodes.matched_operations() {
        if !connected[node.index()] {
            is_sound = false;
            let text = "this operation shares no value with the rest of the pattern, so it cannot be found";
            report.error(index, Place::Node(node), text.to_owned(), &[]);
        }
    }
    if !is_sound {
        return false;
    }
    let bound = bound(&pattern.nodes, &connected);
    let used = used(pattern);
    for (node, _) in pattern.nodes.matched() {
        if used[node.index()] && !bound[node.index()] {
            let text = "this value is used, but no operation of the pattern determines it";
            report.error(index, Place::Node(node), text.to_owned(), &[]);
            is_sound = false;
        }
    }
    is_sound
}

/// The operations that matching reaches from the root. It goes from an operation to the
/// values that it takes and has, to the operations around and inside of it, and back. To the
/// users of the arguments of a block it goes only from outside.
fn connected(pattern: &Pattern) -> Vec<bool> {
    let nodes = &pattern.nodes;
    let mut is_connected = vec![false; nodes.len()];
    // Most patterns match one operation.
    if nodes.matched_operations().nth(1).is_none() {
        is_connected[pattern.root.index()] = true;
        return is_connected;
    }
    let mut sets = linked(nodes);
    let mut inner: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for (id, node) in nodes.matched() {
        if let Node::Argument { block, .. } | Node::Arguments { block, .. } = node {
            let [outside, inside] = [*block, id].map(|node| sets.find(node.index()));
            inner.entry(outside).or_default().push(inside);
        }
    }
    let mut is_reached = vec![false; nodes.len()];
    let mut next = vec![sets.find(pattern.root.index())];
    while let Some(set) = next.pop() {
        if !mem::replace(&mut is_reached[set], true) {
            next.extend(inner.get(&set).into_iter().flatten());
        }
    }
    for (id, _) in nodes.matched_operations() {
        is_connected[id.index()] = is_reached[sets.find(id.index())];
    }
    is_connected
}

/// The nodes between which matching goes in both directions.
fn linked(nodes: &Nodes) -> Sets {
    let mut sets = Sets::new(nodes.len());
    for (id, node) in nodes.matched() {
        let mut join = |other: &NodeId| sets.join(id.index(), other.index());
        match node {
            Node::Operation(operation) => {
                operation.operands.entries.iter().for_each(&mut join);
                operation.inside.iter().for_each(join);
            }
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                join(operation);
            }
            Node::Region(region) => join(&region.operation),
            Node::Block(block) => join(&block.region),
            _ => {}
        }
    }
    sets
}

/// The values of the match section that a match determines. Users come after definitions,
/// so one pass from the end sees every user first.
fn bound(nodes: &Nodes, connected: &[bool]) -> Vec<bool> {
    let mut bound = vec![false; nodes.len()];
    for (id, node) in nodes.matched().rev() {
        match node {
            Node::Operation(operation) if connected[id.index()] => {
                bound[id.index()] = true;
                let attributes = operation.attributes.iter().map(|(_, node)| node);
                let groups = [&operation.operands.entries, &operation.results.entries];
                for part in groups.into_iter().flatten().chain(attributes) {
                    bound[part.index()] = true;
                }
            }
            Node::Result { operation, .. } | Node::Results(Results { operation, .. })
                if connected[operation.index()] =>
            {
                bound[id.index()] = true;
            }
            Node::Argument { block, .. } | Node::Arguments { block, .. }
                if connected[nodes.around(*block).index()] =>
            {
                bound[id.index()] = true;
            }
            Node::Region(region) if connected[region.operation.index()] => {
                bound[id.index()] = true;
            }
            Node::Block(_) if connected[nodes.around(id).index()] => bound[id.index()] = true,
            Node::Returned { .. } => bound[id.index()] = true,
            _ if node.constant().is_some() => bound[id.index()] = true,
            _ => {}
        }
        // The type of a bound value is bound too.
        if let Node::Operand { ty: Some(ty) }
        | Node::Operands { types: Some(ty) }
        | Node::Argument { ty: Some(ty), .. }
        | Node::Arguments {
            types: Some(ty), ..
        }
        | Node::Attribute { ty: Some(ty), .. } = node
            && bound[id.index()]
        {
            bound[ty.index()] = true;
        }
    }
    bound
}

/// The values that constraints or the rewrite need.
fn used(pattern: &Pattern) -> Vec<bool> {
    let mut used = vec![false; pattern.nodes.len()];
    for argument in pattern.constraints.iter().flat_map(|call| &call.arguments) {
        used[argument.index()] = true;
    }
    for statement in &pattern.rewrite {
        for_each_reference(pattern, statement, |node| used[node.index()] = true);
    }
    used
}
