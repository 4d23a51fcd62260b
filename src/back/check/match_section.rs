//! Whether matching finds every operation and every value that the pattern uses.

use super::report::Report;
use crate::back::graph::{
    Place,
    pattern::{Node, NodeId, Nodes, Pattern, Results},
    statements::for_each_reference,
};
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

/// The matched operations that take a value as operand, by the node of the value, and
/// the nodes that are results of an operation, by its node.
struct Uses {
    users: Vec<Vec<NodeId>>,
    results: Vec<Vec<NodeId>>,
}

impl Uses {
    fn of(nodes: &Nodes) -> Self {
        let none = || vec![Vec::new(); nodes.len()];
        let (mut users, mut results) = (none(), none());
        for (id, node) in nodes.matched() {
            match node {
                Node::Operation(operation) => {
                    for operand in &operation.operands.entries {
                        users[operand.index()].push(id);
                    }
                }
                Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                    results[operation.index()].push(id);
                }
                _ => {}
            }
        }
        Uses { users, results }
    }
}

/// The operations that matching reaches from the root.
fn connected(pattern: &Pattern) -> Vec<bool> {
    let nodes = &pattern.nodes;
    let mut uses = Uses::of(nodes);
    let mut is_reached = vec![false; nodes.len()];
    let mut next = vec![pattern.root];
    while let Some(id) = next.pop() {
        let Node::Operation(operation) = &nodes[id] else {
            continue;
        };
        if mem::replace(&mut is_reached[id.index()], true) {
            continue;
        }
        for operand in &operation.operands.entries {
            if let Node::Result { operation, .. } | Node::Results(Results { operation, .. }) =
                &nodes[*operand]
            {
                next.push(*operation);
            }
            // The users of a value are reached once.
            next.append(&mut uses.users[operand.index()]);
        }
        for result in mem::take(&mut uses.results[id.index()]) {
            next.append(&mut uses.users[result.index()]);
        }
        // So are the users of what is in its blocks.
        next.extend(operation.inside.map(|block| nodes.around(block)));
        let bodies = &pattern.bodies;
        let regions = bodies.parts(id).iter();
        for block in regions.flat_map(|region| bodies.parts(*region)) {
            next.extend(bodies.operations(*block));
            for argument in bodies.parts(*block) {
                next.append(&mut uses.users[argument.index()]);
            }
        }
    }
    is_reached
}

/// The values of the match section that a match determines. Users come after definitions,
/// so one pass from the end sees every user first.
fn bound(nodes: &Nodes, connected: &[bool]) -> Vec<bool> {
    let mut bound = vec![false; nodes.len()];
    let matched: Vec<_> = nodes.matched().collect();
    for (id, node) in matched.into_iter().rev() {
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
